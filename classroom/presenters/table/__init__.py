"""What stands on a table, whoever looks: board, faces, teams, players, turn, what happened, and the end."""
