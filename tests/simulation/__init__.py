"""Simulated students, to compare policies before children use them. Trust directions of effects, not their sizes."""
