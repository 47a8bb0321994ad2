"""The blueprint that the views of this area belong to."""

from __future__ import annotations

from flask import Blueprint

blueprint = Blueprint("admin", __name__)
