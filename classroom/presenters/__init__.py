"""What templates read: frozen dataclasses, made from rows and views."""
