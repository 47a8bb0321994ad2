"""Thousands of students with open pages, seen from outside: how soon does a move reach the last of four screens?"""
