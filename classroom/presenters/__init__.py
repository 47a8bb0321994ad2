"""Data for templates: frozen dataclasses, built from rows and views."""
