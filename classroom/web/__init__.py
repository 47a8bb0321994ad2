"""Flask code shared by several blueprints."""
