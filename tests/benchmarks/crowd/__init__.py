"""Thousands of students with open pages, seen from outside: how soon a move reaches the last of four screens."""
