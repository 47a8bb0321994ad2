"""Flask glue that several blueprints use."""
