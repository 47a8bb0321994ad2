"""Exit tickets: the same questions for everybody after the games, each alone."""
