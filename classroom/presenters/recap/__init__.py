"""What came of a session, and what to do next."""
