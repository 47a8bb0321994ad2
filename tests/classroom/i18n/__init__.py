"""Tests of texts in other languages."""
