"""Pictures of the product for the people who work on it: `make pictures` writes them to build/pictures."""
