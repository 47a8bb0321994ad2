"""Estimates of students' knowledge from their answers, and dealing equations accordingly."""
