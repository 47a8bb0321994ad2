"""Screenshots of the product for developers."""
