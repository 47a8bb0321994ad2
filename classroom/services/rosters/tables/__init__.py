"""Bring tables into the usual form, and tell what each column is."""
