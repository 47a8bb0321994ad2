"""Students' own pages."""
