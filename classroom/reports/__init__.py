"""Read-only queries on answers, and their statistics. Nothing here replays a game."""
