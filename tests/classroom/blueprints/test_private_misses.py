"""Only the student and the teacher know who missed which card: no page of another student reveals it."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from classroom.database import db
from classroom.models import Game, SessionState
from classroom.services.play.games import stop_game
from classroom.services.play.moves import play_move
from classroom.services.play.positions import position_of
from classroom.services.settings import TableSettings
from engine import CardKind, Place, Solve, SolveMode, legal_moves
from tests.classroom.replayed import readable
from tests.difference import apply_fragment, canonical_form, parse_live_part, version_shown
from tests.factories import make_attendance, make_class_session, make_game, make_student
from tests.page_lint import text_of
from tests.tiers import nightly_except

if TYPE_CHECKING:
    from collections.abc import Callable
    from xml.etree.ElementTree import Element

    from engine import Move, Position
    from tests.page_client import PageClient

NAMES = ("Ana", "Ben")
MODES = {
    "board": TableSettings(tries=2),
    "patient": TableSettings(tries=3),
    "ahead": TableSettings(solve=SolveMode.AHEAD, tries=2),
}
TOLD = r"(played \S+( . \S+)?|played a (Plus|Minus) card) on \d+|removed the chip on \d+|put down a card|passed"
"""All that a page may say about another student's move."""
MISSED = re.compile("(?i)not yet|wrong|miss|lost|tried|try|hasn.t|didn.t|find|found")


def without_version(page: Element) -> list[str]:
    """Return all of a page except its version."""
    return [piece for piece in canonical_form(page) if not re.search(r"'name', 'version'", piece)]


def marked(page: Element) -> list[Element]:
    """Return what static/js/announce.js reads."""
    return [one for one in page.iter() if "data-announced" in one.attrib]


@dataclass
class Watcher:
    """A student's open page."""

    name: str
    student_id: str
    client: PageClient
    page: Element = field(repr=False)

    def refresh(self) -> None:
        """Fetch what is new, and apply it to the page."""
        shown = version_shown(self.page)
        address = self.client.url("play.fragment", version=shown)
        db.session.rollback()
        answer = self.client.request("GET", address, {"HX-Request": "true", "X-Shown-Version": shown}, {})
        db.session.rollback()
        if answer.status_code == 200:
            self.page = apply_fragment(self.page, parse_live_part(answer.text))

    @property
    def shown(self) -> list[str]:
        """Return all of the page except its version, and the announcement, with its mark."""
        return [*without_version(self.page), *(f"{one.attrib} {one.text}" for one in marked(self.page))]

    @property
    def opened(self) -> list[str]:
        """Return the same after reopening the page."""
        page = parse_live_part(self.client.get("play.show").html)
        return [*without_version(page), *(f"{one.attrib} {one.text}" for one in marked(page))]

    @property
    def text(self) -> str:
        """Return the readable text, without the isolates around names."""
        return readable(text_of(self.page))


@dataclass
class Watched:
    """A table of two whose pages are open."""

    game_id: str
    watchers: dict[str, Watcher]
    rng: random.Random

    @property
    def game(self) -> Game:
        """Return the game as stored in the database."""
        db.session.rollback()
        return db.session.get_one(Game, self.game_id)

    def play(self, move: Move) -> Position:
        """Make a move. Return the position before it."""
        game = self.game
        before, seat = position_of(game), getattr(move, "seat", 0)
        play_move(
            game_id=game.id,
            student_id=self.watchers[NAMES[seat]].student_id,
            move=move,  # type: ignore[arg-type]  # of a seat
            version=game.version,
            idempotency_key=f"k{game.version}",
        )
        return before

    def some_move(self) -> Move:
        """Choose a random move, mostly a wrong answer."""
        position = position_of(self.game)
        moves = list(legal_moves(position))
        solves = [one for one in moves if isinstance(one, Solve)]
        if solves:
            solve = self.rng.choice(solves)
            return Solve(solve.seat, solve.card, 1)
        places = [one for one in moves if isinstance(one, Place)]
        if not places:
            return self.rng.choice(moves)
        place = self.rng.choice(places)
        is_match = position.setup.cards_by_id[place.card].kind is CardKind.MATCH
        return self.wrong(position, place) if is_match and self.rng.random() < 0.7 else place

    def wrong(self, position: Position, place: Place) -> Place:
        """Put the card on another open space, most likely a wrong one."""
        if position.setup.solves_ahead:
            return place
        spaces = [space for space in range(position.setup.board.size) if position.open >> space & 1]
        return Place(place.seat, place.card, self.rng.choice(spaces))


@pytest.fixture
def sit_down(new_page: Callable[[], PageClient]) -> Callable[[TableSettings], Watched]:
    def sit(settings: TableSettings) -> Watched:
        class_session = make_class_session(state=SessionState.PLAYING, settings=settings)
        students = [make_student(name, school_class=class_session.school_class) for name in NAMES]
        for student in students:
            make_attendance(class_session, student)
        game = make_game(class_session, students, settings=settings, seed=5)
        watchers = {}
        for student in students:
            client = new_page().sign_in(student)
            watchers[student.name] = Watcher(
                student.name, student.id, client, parse_live_part(client.get("play.show").html)
            )
        return Watched(game.id, watchers, random.Random(1))

    return sit


def told_of(name: str, text: str) -> list[str]:
    """Return the sentences of a page that start with a name and describe a move."""
    return re.findall(rf"\b{name} (?!\d|you|playing)([a-z][^.]*)\.", text)


@pytest.mark.parametrize("mode", nightly_except({"ahead"}, MODES))
def test_no_open_page_reveals_a_miss(sit_down: Callable[[TableSettings], Watched], mode: str) -> None:
    watched = sit_down(MODES[mode])
    unseen = 0
    for _ in range(24):
        move = watched.some_move()
        mover = NAMES[getattr(move, "seat", 0)]
        (other,) = (one for name, one in watched.watchers.items() if name != mover)
        other.refresh()
        shown, opened = other.shown, other.opened
        before = watched.play(move)
        after = position_of(watched.game)
        other.refresh()
        if before.hands == after.hands and before.open == after.open and before.turn == after.turn:
            assert other.shown == shown, "a miss that leaves the table as it is leaves the other page as it is"
            assert other.opened == opened, "so if it is opened again"
            unseen += 1
        for sentence in told_of(mover, other.text):
            assert re.fullmatch(TOLD, sentence), sentence
        assert not MISSED.search(" ".join(told_of(mover, other.text)))
        if after.outcome is not None:
            break
    assert unseen > 4


@pytest.mark.parametrize("mode", MODES)
def test_no_replay_reveals_a_miss(sit_down: Callable[[TableSettings], Watched], mode: str) -> None:
    watched = sit_down(MODES[mode])
    for _ in range(12):
        if position_of(watched.game).outcome is None:
            watched.play(watched.some_move())
    stop_game(game_id=watched.game_id)
    for name, watcher in watched.watchers.items():
        (other,) = set(NAMES) - {name}
        page = watcher.client.get("played.replay", game_id=watched.game_id, move=999)
        lines = [readable(text_of(one)) for one in page.one("ol", class_="move-list")]
        sentences = [sentence for line in lines for sentence in told_of(other, line)]
        assert sentences or mode == "ahead"
        for sentence in sentences:
            assert re.fullmatch(TOLD, sentence), sentence
        ended = readable(watcher.client.get("play.show").text)
        assert not MISSED.search(" ".join(told_of(other, ended)))
