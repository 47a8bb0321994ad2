"""Read-only queries on the answers, and their statistics. Nothing here replays a game."""
