"""Class sessions from opening to end, and everything before, between, and after games."""
