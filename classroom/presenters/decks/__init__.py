"""Decks on their teachers' pages and printed sheets."""
