"""A class session from opening to end, and what continues before, between and after its games."""
