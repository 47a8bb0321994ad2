"""Rosters from files: reading them, saying what they would change, changing it, undoing it, and writing them."""
