"""Generators of the skills' equations, one module for each kind of arithmetic."""
