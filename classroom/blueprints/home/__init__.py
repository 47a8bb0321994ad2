"""The way in for students: by class code, own name, PIN or pictures; or by the QR code of a card."""

from __future__ import annotations

from classroom.blueprints.home import card
from classroom.blueprints.home.views import blueprint

__all__ = ["blueprint", "card"]
