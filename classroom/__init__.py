"""Sequence Numbers for classrooms: the web app around the game in :mod:`engine`.

Imports nothing, so that a module such as `classroom.instance` loads alone.
"""
