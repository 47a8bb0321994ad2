from __future__ import annotations

import time
from typing import TYPE_CHECKING

from flask import current_app

from classroom.services.forecasts import Forecasts
from tests.factories import make_deck

if TYPE_CHECKING:
    from pathlib import Path

    from tests.factories import Cast
    from tests.page_client import PageClient


def test_a_deck_says_how_long_its_games_last(page: PageClient, cast: Cast, tmp_path: Path) -> None:
    current_app.extensions["forecasts"] = Forecasts(tmp_path / "forecasts", games=20)
    deck = make_deck(cast.alice, "Doubles")
    shown = page.sign_in(cast.alice).get("decks.show", deck_id=deck.id)
    assert "Estimated game length" in shown.text
    until = time.monotonic() + 60
    while "minutes" not in page.get("decks.forecast", deck_id=deck.id, htmx=True).text:
        assert time.monotonic() < until
        time.sleep(0.2)


def test_no_estimate_is_shown_when_estimates_are_turned_off(page: PageClient, cast: Cast) -> None:
    deck = make_deck(cast.alice, "Doubles")
    assert "Estimated game length" not in page.sign_in(cast.alice).get("decks.show", deck_id=deck.id).text
