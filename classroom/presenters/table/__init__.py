"""A table, for every reader: board, faces, teams, players, turn, log, and end."""
