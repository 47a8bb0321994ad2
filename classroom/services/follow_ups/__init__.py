"""Follow-ups: decks, practice, seats, and notes created from suggestions. Each can be undone."""
