"""Games being played, by students and bots: the log, positions, moves and turns, and the warm-up before them."""
