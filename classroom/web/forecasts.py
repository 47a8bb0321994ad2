"""The app's game length estimates."""

from __future__ import annotations

from pathlib import Path

from flask import Flask, current_app

from classroom.services.forecasts import Forecasts


def use_forecasts(app: Flask) -> None:
    """Keep the app's forecasts in its instance folder. Nothing runs before the first request for one."""
    app.extensions["forecasts"] = Forecasts(Path(app.instance_path) / "forecasts", games=app.config["FORECAST_GAMES"])


def get_forecasts() -> Forecasts:
    """Return the current app's forecasts."""
    forecasts: Forecasts = current_app.extensions["forecasts"]
    return forecasts
