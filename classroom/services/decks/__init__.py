"""Decks of teachers: what they hold, how they are kept, and what a session takes of them."""
