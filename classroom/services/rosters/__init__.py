"""Rosters: read files, preview the changes, apply and undo them, and export rosters.

A text or file becomes sheets of rows (`sources`, `sheets`), which are read as a teacher chooses (`choices`, `drafts`):
each row is a student (`reading`) or is left out for a reason (`skipped_rows`). docs/rosters.md has all steps in order.
"""
