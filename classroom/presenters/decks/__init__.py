"""Decks as their teacher's pages and their printed sheets show them."""
