from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from classroom.services.errors import ServiceError, SettingsErrorCode
from classroom.services.forecasts import TableKind, kinds
from classroom.services.settings import TableSettings
from engine import CLASSIC, DrawMode, Layout

EIGHT = TableSettings(deck="times-tables", board="8x8")


def test_equations_do_not_affect_the_kind() -> None:
    assert TableKind.of(EIGHT, 4) == TableKind.of(replace(EIGHT, deck="add-sub-100"), 4)


@pytest.mark.parametrize(
    "change",
    [
        {"board": "6x6"},
        {"layout": Layout.MIXED},
        {"tries": None},
        {"draw": DrawMode.MANUAL},
        {"sequences_to_win": 1},
        {"teams_of_six": 3},
        {"edition": CLASSIC.key},
    ],
)
def test_settings_that_change_games_give_another_kind(change: dict[str, object]) -> None:
    kind, other = TableKind.of(EIGHT, 6), TableKind.of(replace(EIGHT, **change), 6)  # type: ignore[arg-type]
    assert kind.name(20) != other.name(20)
    assert kind.arguments != other.arguments


def test_playing_cards_have_one_board_and_no_misses() -> None:
    cards = replace(EIGHT, edition=CLASSIC.key)
    assert TableKind.of(cards, 4) == TableKind.of(replace(cards, board="6x6", layout=Layout.MIXED, tries=1), 4)
    assert "--miss-rate" not in TableKind.of(cards, 4).arguments
    assert TableKind.of(EIGHT, 4).arguments[-2:] == ["--miss-rate", "0.15"]


def test_an_unknown_deck_is_refused() -> None:
    with pytest.raises(ServiceError) as refused:
        TableKind.of(replace(EIGHT, deck="gone"), 4)
    assert refused.value.code is SettingsErrorCode.UNKNOWN_DECK


def test_a_changed_engine_needs_new_forecasts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kind = TableKind.of(EIGHT, 4)
    name = kind.name(20)
    assert name != kind.name(21)
    shutil.copytree(kinds.ENGINE, tmp_path / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(kinds, "ENGINE", tmp_path / "engine")
    kinds._engine_digest.cache_clear()
    assert kind.name(20) == name
    with (tmp_path / "engine" / "bots" / "worth.py").open("a") as file:
        file.write("# better\n")
    kinds._engine_digest.cache_clear()
    changed = kind.name(20)
    kinds._engine_digest.cache_clear()
    assert changed != name
