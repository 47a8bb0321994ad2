"""A class session from opening to end, and what goes on before, between and after its games."""
