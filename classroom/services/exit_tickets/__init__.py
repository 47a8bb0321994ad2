"""Exit tickets: the same questions for everyone after the games, answered alone."""
