"""The session summary, with suggestions for what to do next."""
