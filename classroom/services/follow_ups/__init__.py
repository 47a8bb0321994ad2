"""Follow-ups: decks, practice, seats, and notes that come of a suggestion, each of which can be undone."""
