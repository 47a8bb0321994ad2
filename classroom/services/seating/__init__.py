"""Seating: form tables by rules and levels, change the plan manually, and settings of single tables."""
