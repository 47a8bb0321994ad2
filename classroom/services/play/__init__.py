"""Games in progress, for students and bots: log, positions, moves, turns, and warm-up."""
