"""What goes wrong in other classroom games, by their users' reports: each failure is a test here, by its name.

Rosters and files that go wrong: tests/classroom/services/rosters/.
"""
