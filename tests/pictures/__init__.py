"""Pictures of the product for the people who work on it."""
