"""Simulated students, to compare ways of dealing before any child meets them: believe directions, not sizes."""
