"""The blueprint that the views of classes belong to."""

from __future__ import annotations

from flask import Blueprint

blueprint = Blueprint("classes", __name__)
