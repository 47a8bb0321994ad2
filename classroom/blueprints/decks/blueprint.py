"""The blueprint that the views of decks belong to."""

from __future__ import annotations

from flask import Blueprint

blueprint = Blueprint("decks", __name__)
