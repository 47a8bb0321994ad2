from __future__ import annotations

from collections import Counter, defaultdict
from random import Random
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from classroom.database import db
from classroom.learning.plans import Dealing
from classroom.models import Attempt, ClassSession
from classroom.presenters.sessions.fairness import fairness_page
from classroom.reports.fairness import FairnessLine, banded, fairness_lines
from classroom.reports.spans import DateRange
from classroom.reports.statistics import is_as_by_chance
from classroom.rng import seeded
from classroom.services.settings import TableSettings
from engine import Team
from engine.equations import find
from tests.classroom.services.learning.dealing import current, play_out, start
from tests.factories import faces_dealt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from classroom.models import Game
    from tests.factories import Cast
    from tests.page_client import PageClient

pytestmark = pytest.mark.usefixtures("db_session")


@pytest.fixture(autouse=True)
def same_deal() -> Iterator[None]:
    """Deal the same games in every run."""
    with seeded(1):
        yield


OWN = TableSettings(deck="mixed", board="8x8", dealing=Dealing.AUTOMATIC, table_size=2)


def played(cast: Cast | None = None, settings: TableSettings = OWN) -> tuple[ClassSession, Game]:
    """A table of two; Blue plays well."""
    class_session = start(2, settings, school_class=cast.class_7b if cast else None)
    game = current(class_session)
    play_out(game, strong=Team.BLUE)
    return class_session, game


def lines_of(class_session: ClassSession) -> list[FairnessLine]:
    span = DateRange(None, class_session_id=class_session.id)
    return fairness_lines(span, teams_for=lambda _session, players: OWN.teams_for(players))


def test_counts_equal_those_of_the_log() -> None:
    class_session, game = played()
    lines = {line.student_id: line for line in lines_of(class_session)}
    for player in game.players:
        faces = [face.face for _, face in faces_dealt(game) if face.seat == player.seat]
        line = lines[player.student_id or ""]
        assert line.dealt == len(faces)
        assert Counter(line.values[class_session.id]) == Counter(one.answer for one in map(find, faces) if one)
        first = select(Attempt).where(Attempt.student_id == player.student_id, Attempt.is_first)
        answers = db.session.execute(first).scalars().all()
        assert (line.first.trials, line.first.right) == (len(answers), sum(one.is_right for one in answers))
        assert line.expected is not None
        assert 50 < line.expected <= 100


def test_team_members_win_a_game() -> None:
    class_session, game = played()
    lines = {line.student_id: line for line in lines_of(class_session)}
    assert game.winner is not None
    for player, team in zip(game.players, Team, strict=False):
        line = lines[player.student_id or ""]
        assert (line.games, line.wins) == (1, int(team == game.winner))


def test_bands_contain_every_card_once() -> None:
    class_session, _ = played()
    lines = lines_of(class_session)
    [table] = banded(lines)
    assert [sum(row) for row in table] == [line.dealt for line in lines]
    assert is_as_by_chance(banded(lines)) is not False
    assert banded([]) == []


def test_students_who_came_for_other_decks_did_not_get_other_numbers_by_chance() -> None:
    """Decks have different numbers, so only the cards of the same session are compared."""
    rng = Random(1)

    def line(name: str, *sessions: tuple[str, range]) -> FairnessLine:
        values = {session: rng.choices(numbers, k=20) for session, numbers in sessions}
        return FairnessLine(name, name, values=defaultdict(list, values))

    small, large = ("1", range(20)), ("2", range(20, 100))
    both = [line(f"both {number}", small, large) for number in range(4)]
    some = [line(f"{name} {number}", of) for name, of in (("small", small), ("large", large)) for number in range(4)]
    assert is_as_by_chance(banded([*both, *some])) is True
    lucky = FairnessLine("lucky", "lucky", values=defaultdict(list, {"1": [1, 2] * 10}))
    assert is_as_by_chance(banded([*both, *some, lucky])) is False


def test_printed_cards_are_not_compared(page: PageClient, cast: Cast) -> None:
    class_session, _ = played(cast, TableSettings(table_size=2))
    assert lines_of(class_session) == []
    shown = page.sign_in(cast.alice).get("sessions.fairness", class_session_id=class_session.id)
    assert "the same equations" in shown.text


def test_the_page_shows_the_results(page: PageClient, cast: Cast) -> None:
    class_session, _ = played(cast)
    fairness = fairness_page(class_session)
    assert "dealt" in fairness.numbers
    answers = sum(line.first.trials for line in fairness.lines)
    assert f"across 2 students ({answers} answers)" in fairness.success
    assert fairness.winning == "Not enough games yet to compare who wins."
    shown = page.sign_in(cast.alice).get("sessions.fairness", class_session_id=class_session.id)
    for line in fairness.lines:
        assert line.name in shown.text
    audit = page.get("reports.dealing", class_id=cast.class_7b.id, sort="accuracy")
    cards = sum(line.dealt for line in fairness.lines)
    assert f"{cards} cards dealt" in audit.text
    assert fairness.success in audit.text
    assert "cards repeated one of the student’s last 20 equations" in audit.text
    for line in fairness.lines:
        assert line.name in audit.text
