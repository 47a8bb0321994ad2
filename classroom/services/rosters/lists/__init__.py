"""Bring lists as people write, copy, and paste them into the usual form: one student on each line."""
