"""The reports as their templates and CSV files read them."""
