"""Rosters: read files, preview the changes, apply and undo them, and export rosters."""
