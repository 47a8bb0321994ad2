"""Reports for their templates and CSV files."""
