"""Thousands of students with open pages, measured from outside: the latency of a move to the last of four screens."""
