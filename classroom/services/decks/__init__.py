"""Teachers' decks: their content, storage, and use in sessions."""
