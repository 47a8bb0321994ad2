"""Cached positions always equal the log, even if another process wrote it."""

from __future__ import annotations

import operator
from random import Random
from typing import TYPE_CHECKING

import pytest

from classroom.database import db, transaction
from classroom.models import Game
from classroom.services.play import positions
from classroom.services.play.game_log import append_move
from classroom.services.play.positions import Progress, forget_positions, keep_progress, position_of, progress_of
from classroom.services.sessions.class_sessions import end_session
from engine import CardKind, Place, Position, Stop, legal_moves, start
from tests.factories import make_game
from tests.sql_statements import statements

if TYPE_CHECKING:
    from sqlalchemy.orm import Session, scoped_session


@pytest.fixture
def game(db_session: scoped_session[Session]) -> Game:
    """A game of two, just dealt."""
    return make_game()


def reads_of_log(noted: list[str]) -> list[str]:
    """Return the queries that read the log."""
    return [one for one in noted if one.startswith("SELECT") and "FROM game_events" in one]


def move_on(game: Game) -> Position:
    """Log a right answer. Return the position after it."""
    position = position_of(game)
    kinds = {card.id: card.kind for card in position.setup.cards}
    places = (move for move in legal_moves(position) if isinstance(move, Place))
    move = next(move for move in places if kinds[move.card] is CardKind.MATCH)
    with transaction() as session:
        _, after = append_move(session, game, position, move)
    return after


def test_a_card_keeps_its_place_even_after_a_restart(game: Game) -> None:
    lying = [progress_of(game).as_laid(seat) for seat in (0, 1)]
    rng, replaced = Random(1), 0
    while position_of(game).outcome is None:
        with transaction() as session:
            append_move(session, game, position_of(game), rng.choice(legal_moves(position_of(game))))
        for seat in (0, 1):
            before, lying[seat] = lying[seat], progress_of(game).as_laid(seat)
            assert {*lying[seat]} - {None} == {*position_of(game).hands[seat]}
            changed = sum(map(operator.ne, before, lying[seat]))
            assert len(before) == len(lying[seat])
            assert changed <= 1
            replaced += changed
    forget_positions()
    assert [progress_of(game).as_laid(seat) for seat in (0, 1)] == lying
    assert replaced >= 5
    assert lying != list(position_of(game).hands)


def test_a_new_game_has_its_deal(game: Game) -> None:
    assert position_of(game).last_event is None
    assert position_of(game) == start(position_of(game).setup)


def test_a_move_does_not_read_the_log(game: Game) -> None:
    position_of(game)
    with statements() as noted:
        after = move_on(game)
        assert position_of(game) is after
    assert noted
    assert reads_of_log(noted) == []


def test_after_a_restart_the_log_is_read_once(game: Game) -> None:
    after = [move_on(game) for _ in range(5)][-1]
    forget_positions()
    with statements() as noted:
        assert position_of(game) == after
        assert position_of(game) is position_of(game)
    assert len(reads_of_log(noted)) == 1


def test_moves_of_another_process_are_included(game: Game) -> None:
    old = position_of(game)
    after = move_on(game)
    forget_positions()
    keep_progress(game.id, Progress(0, old))  # like a process that has not seen the move
    assert position_of(game) == after


def test_an_older_snapshot_sees_its_own_past(game: Game) -> None:
    first = position_of(game)
    move_on(game)
    newest = move_on(game)
    game.version = 0  # as read before the two moves
    with db.session.no_autoflush:
        assert position_of(game) == first
    db.session.rollback()
    assert position_of(game) is newest


def test_an_older_position_does_not_replace_a_newer_one(game: Game) -> None:
    old = position_of(game)
    newest = move_on(game)
    keep_progress(game.id, Progress(0, old))
    assert position_of(game) is newest


def test_rolled_back_events_are_not_cached(game: Game) -> None:
    before = position_of(game)

    def stop_in_vain() -> None:
        with transaction() as session:
            append_move(session, game, position_of(game), Stop())
            assert position_of(game).outcome is not None
            raise RuntimeError

    with pytest.raises(RuntimeError):
        stop_in_vain()
    assert position_of(game) == before
    after = move_on(game)
    assert position_of(game) is after


def test_the_last_events_are_kept_with_the_position(game: Game) -> None:
    progress_of(game)
    for _ in range(3):
        move_on(game)
    kept = progress_of(game)
    assert [one.version for one in kept.recent] == [1, 2, 3]
    forget_positions()
    assert progress_of(game) == kept


def test_the_cache_evicts_the_least_recently_used_game(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions, "_IN_PROGRESS", 2)
    position = position_of(game)
    forget_positions()
    for name in ("a", "b", "a", "c"):
        keep_progress(name, Progress(0, position))
    assert remembered() == {"a", "c"}
    assert position_of(game) == position


def test_only_the_last_games_of_finished_lessons_are_cached(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions, "_OVER", 2)
    ended = [make_game() for _ in range(5)]
    for one in ended:
        position_of(one)
    position_of(game)
    for one in ended:
        end_session(class_session_id=one.class_session_id)
    assert remembered() == {game.id, *(one.id for one in ended[-2:])}
    assert position_of(ended[0]).outcome is not None, "what is forgotten is folded again"


def remembered() -> set[str]:
    """Return the games in the cache."""
    return {*positions._in_progress, *positions._over}
