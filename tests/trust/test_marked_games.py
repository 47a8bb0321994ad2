"""S3: each card has a random mark, and all responses are searched for marks that the reader may not see.

Also, ids, order, and sizes on a page do not correlate with the correct answers.
"""

from __future__ import annotations

import io
import logging
import os
import random
import re
import zipfile
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select

from classroom.database import db, transaction
from classroom.models import Attempt, Game
from classroom.rng import seeded
from classroom.services.play.game_row import seats_of
from classroom.services.play.games import current_games
from classroom.services.play.moves import play_move
from classroom.services.play.positions import forget_positions, position_of
from classroom.services.sessions import class_sessions, lobby
from classroom.services.sessions.whole_class import play_for_team
from classroom.services.settings import TableSettings
from engine import CardKind, Draw, Place, legal_moves, right_spaces
from tests.classroom.services.sessions.joining import join
from tests.factories import make_class_session, make_school_class

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from engine import Position
    from tests.factories import Cast
    from tests.page_client import PageClient

pytestmark = [pytest.mark.nightly, pytest.mark.slow, pytest.mark.timeout(3600)]
GAMES = int(os.environ.get("MARKED_GAMES", "200"))
CARDS = 10_000
STEPS = 5
PRINTABLE_PAGES = (
    "reports.",
    "follow_ups.",
    "classes.",
    "sessions.ask",
    "sessions.fairness",
    "sessions.saved",
    "students.",
)
"""Endpoints of pages that are printed or downloaded, or show stored data."""
MARK = re.compile(rb"[0-9a-f]{16}")
CRITICAL = {4: 13.28, 16: 32.00}
"""Critical values of chi-square at p = 0.01, by degrees of freedom."""


@dataclass
class MarkedGame:
    """A game with a mark on each card, and the marks that each student may have seen."""

    game: Game
    rng: random.Random
    is_whole_class: bool = False
    known: defaultdict[str, set[bytes]] = field(default_factory=lambda: defaultdict(set))

    @property
    def position(self) -> Position:
        """The current position."""
        return position_of(self.game)

    def mark(self) -> None:
        """Write a mark on every card."""
        with transaction() as session:
            game = session.get_one(Game, self.game.id)
            cards = [
                {**card, "face": f"{self.rng.getrandbits(64):016x}"} if card["kind"] == "match" else card
                for card in game.setup["cards"]
            ]
            game.setup = {**game.setup, "cards": cards}
        forget_positions()
        self.note()

    def faces(self, cards: Iterable[int]) -> set[bytes]:
        """Return the marks of cards."""
        known = self.position.setup.cards_by_id
        return {known[card].face.encode() for card in cards if known[card].kind is CardKind.MATCH}

    def note(self) -> None:
        """Remember the marks in each student's hand."""
        for seat, student_id in seats_of(self.game).items():
            self.known[student_id or ""] |= self.faces(self.position.hands[seat])

    def secrets_from(self, student_id: str | None, *, sees_turn: bool = False) -> set[bytes]:
        """Return all marks except played cards and cards that this student holds or held."""
        position = self.position
        everything = self.faces(position.setup.cards_by_id)
        may = self.faces(card for pile in position.discards for card in pile) | self.known[student_id or "no_one"]
        return everything - may - (self.faces(position.hands[position.turn]) if sees_turn else set())

    def note_tried_card(self, move: Draw | Place) -> None:
        """Remember a card that was tried: in a whole-class game, everyone sees it."""
        if self.is_whole_class and isinstance(move, Place):
            for viewer in ("no_one", *self.known):
                self.known[viewer] |= self.faces([move.card])

    def move(self) -> None:
        """Make a random move for the active player, correct or not."""
        position, seats = self.position, seats_of(self.game)
        owing = next((seat for seat in seats if position.owed[seat]), None)
        places = [one for one in legal_moves(position) if isinstance(one, Place)]
        if owing is None and not places:
            return
        move: Draw | Place = Draw(owing) if owing is not None else self.rng.choice(places)
        if isinstance(move, Place) and self.rng.random() < 0.4:  # a miss, unless it is a correct space
            spaces = [space for space in range(position.setup.board.size) if position.open >> space & 1]
            move = Place(move.seat, move.card, self.rng.choice(spaces))
        how = {"move": move, "version": self.game.version, "idempotency_key": f"k{self.game.version}"}
        if self.is_whole_class:
            play_for_team(game_id=self.game.id, **how)  # type: ignore[arg-type]
        else:
            play_move(game_id=self.game.id, student_id=seats[move.seat] or "", **how)  # type: ignore[arg-type]
        self.note_tried_card(move)
        self.note()


class LeakSearch:
    """Search responses for secrets, and count what was searched."""

    def __init__(self) -> None:
        self.answers = self.bytes = self.seen = 0
        self.leaks: list[str] = []

    def open_page(
        self, browser: PageClient, secrets: set[bytes], endpoint: str, *, htmx: bool = False, **values: str
    ) -> bytes:
        """Open a page, and search the response."""
        headers = {"HX-Request": "true"} if htmx else {}
        answer = browser.request("GET", browser.url(endpoint, **values), headers, {})
        data = unpacked(answer.data) + str(answer.headers).encode()
        marks = set(MARK.findall(data))
        self.answers += 1
        self.bytes += len(data)
        self.seen += len(marks)
        if marks & secrets or answer.status_code >= 500:
            around = [data[max(0, data.find(mark) - 200) : data.find(mark) + 40] for mark in marks & secrets]
            self.leaks.append(f"{endpoint} {values}: {answer.status} {around}")
        return bytes(answer.data)


def unpacked(data: bytes) -> bytes:
    """Return the files in an archive; other data unchanged."""
    if not data.startswith(b"PK"):
        return data
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return b"".join(archive.read(name) for name in archive.namelist())


def chi_square_of(pairs: list[tuple[int, int]]) -> float:
    """Return chi-square for the independence of two values. Combinations expected less than 5 times don't count."""
    rows, columns, cells = Counter(row for row, _ in pairs), Counter(column for _, column in pairs), Counter(pairs)
    chi_square = 0.0
    for row, column in ((row, column) for row in rows for column in columns):
        expected = rows[row] * columns[column] / len(pairs)
        chi_square += (cells[row, column] - expected) ** 2 / expected if expected >= 5 else 0
    return chi_square


class Correlations:
    """Compare what a page shows of a card with its answer, which only the server knows."""

    def __init__(self) -> None:
        self._pairs: dict[str, list[tuple[int, int]]] = defaultdict(list)

    def note(self, page: bytes, position: Position, seat: int) -> None:
        """Count a page of a student who holds cards."""
        labels = sorted({int(card.label) for card in position.setup.cards if card.label and card.label.isdecimal()})
        if not labels:
            return
        shown = [int(one) for one in re.findall(rb'id="held-(\d+)', page)]
        tags = [tag for tag in re.findall(rb'<button[^>]*\bname="space"[^>]*>', page) if b"corner" not in tag]
        spaces = [re.findall(rb'\bvalue="(\w+)"', tag)[0].decode() for tag in tags]
        lengths = [len(re.sub(rb"[A-Z]?\d+", b"", tag)) for tag in tags]  # names and numbers are visible
        held = [card for card in position.hands[seat] if position.setup.cards_by_id[card].kind is CardKind.MATCH]
        for card in held:
            answer = 5 * labels.index(int(position.setup.cards_by_id[card].label or 0)) // len(labels)
            self._pairs["card ids and answers"].append((card % 5, answer))
            if card in shown:
                self._pairs["order in the hand and answers"].append((shown.index(card) % 5, answer))
            right = {position.setup.board.name(space) for space in right_spaces(position, card)}
            for place, name in enumerate(spaces):
                bucket = sorted(lengths).index(lengths[place]) * 5 // len(lengths)
                self._pairs["sizes of spaces and right ones"].append((bucket, int(name in right)))
        if held:
            first = 5 * labels.index(int(position.setup.cards_by_id[held[0]].label or 0)) // len(labels)
            self._pairs["sizes of pages and answers"].append((len(page) % 5, first))

    def results(self) -> dict[str, tuple[float, float]]:
        """Return each chi-square with its critical value."""
        found = {}
        for what, pairs in self._pairs.items():
            rows, columns = {row for row, _ in pairs}, {column for _, column in pairs}
            chi_square = chi_square_of(pairs)
            freedom = (len(rows) - 1) * (len(columns) - 1)
            bar = CRITICAL[16] if freedom > 4 else CRITICAL[4]
            found[f"{what} ({len(pairs):,})"] = (chi_square, bar)
        return found


@dataclass
class Observers:
    """The teacher and the students, with the games that they see."""

    teacher: PageClient
    search: LeakSearch
    counts: Correlations
    class_id: str = ""
    session_id: str = ""
    games: list[MarkedGame] = field(default_factory=list)
    browsers: dict[str, PageClient] = field(default_factory=dict)

    def open_all_pages(self, kind: str, *, is_dealt: bool = False) -> None:
        """Open the pages of each person, and pages that they may not open."""
        session_id = self.session_id
        no_one = set().union(*(one.secrets_from(None) for one in self.games))
        everything = set().union(*(one.faces(one.position.setup.cards_by_id) for one in self.games))
        if kind == "whole class":
            self.search.open_page(self.teacher, no_one, "sessions.show", class_session_id=session_id)
            self.search.open_page(self.teacher, no_one, "sessions.fragment", htmx=True, class_session_id=session_id)
        else:
            for endpoint in ("sessions.projector", "sessions.projector_fragment"):
                self.search.open_page(
                    self.teacher, everything, endpoint, htmx=endpoint.endswith("fragment"), class_session_id=session_id
                )
        for one in self.games[:2]:
            covered = one.game.is_shared or kind == "whole class"
            others = everything - one.faces(one.position.setup.cards_by_id)
            for seat, student_id in list(seats_of(one.game).items())[:2]:
                if student_id is None or student_id not in self.browsers:
                    continue
                browser = self.browsers[student_id]
                secrets = others | one.secrets_from(None if covered else student_id)
                page = self.search.open_page(browser, secrets, "play.show")
                self.search.open_page(browser, secrets, "play.fragment", htmx=True)
                self.search.open_page(browser, secrets, "games.show", game_id=one.game.id)  # a teacher's page: 404
                if covered and kind == "shared device":
                    turn = one.position.turn_number
                    seen = others | one.secrets_from(None, sees_turn=True)
                    self.search.open_page(browser, seen, "play.show", uncover=str(turn))
                if kind == "table" and one is self.games[0] and is_dealt:  # count each card only once
                    self.counts.note(page, one.position, seat)

    def open_printable_pages(self) -> None:
        """Open what a teacher can print or download. During a game, it may only contain answered cards."""
        answered = {one.encode() for one in db.session.execute(select(Attempt.equation)).scalars()}
        no_one = set().union(*(one.secrets_from(None) for one in self.games)) - answered
        ids = {"class_id": self.class_id, "class_session_id": self.session_id, "student_id": next(iter(self.browsers))}
        rules = [rule for rule in self.teacher.app.url_map.iter_rules() if rule.endpoint.startswith(PRINTABLE_PAGES)]
        for rule in rules:
            if rule.methods and "GET" in rule.methods and rule.arguments <= set(ids):
                given: dict[str, Any] = {name: value for name, value in ids.items() if name in rule.arguments}
                self.search.open_page(self.teacher, no_one, rule.endpoint, **given)


def test_marked_games(new_page: Callable[[], PageClient], cast: Cast, caplog: pytest.LogCaptureFixture) -> None:
    kinds = Counter[str]()
    observers = Observers(new_page().sign_in(cast.alice), LeakSearch(), Correlations())
    search, counts = observers.search, observers.counts
    with caplog.at_level(logging.DEBUG):
        for number in range(GAMES):
            rng = random.Random(number)
            kind = ("table", "table", "shared device", "whole class")[number % 4]
            kinds[kind] += 1
            with seeded(number):
                _play_one(kind, rng, new_page, cast, observers)
    assert search.leaks == []
    assert search.seen > 10 * GAMES, "people see the marks that they may see"
    assert MARK.search(caplog.text.encode()) is None, "a mark is in the log"
    summary = ", ".join(f"{count} × {kind}" for kind, count in kinds.items())
    print(
        f"S3 {GAMES} games with marks ({summary}): 0 marks seen by anyone who may not, in {search.answers:,} answers "
        f"of {search.bytes / 1e6:.0f} MB, 0 in the log"
    )
    for what, (chi_square, critical) in counts.results().items():
        print(f"S3 {what}: chi-square {chi_square:.1f} (p > 0.01 up to {critical})")
        assert chi_square < critical, what


def _play_one(
    kind: str,
    rng: random.Random,
    new_page: Callable[[], PageClient],
    cast: Cast,
    observers: Observers,
) -> None:
    school_class = make_school_class(teacher=cast.alice)
    if kind == "whole class":
        settings = TableSettings(whole_class_teams=rng.choice([2, 3]))
        class_session = make_class_session(school_class, settings=settings, is_whole_class=True)
        students = {one.id: one for one in join(class_session, 2)}
    else:
        settings = TableSettings(table_size=rng.choice([2, 3, 4, 6]), tries=rng.choice([1, 2, None]))
        class_session = make_class_session(school_class, settings=settings)
        students = {one.id: one for one in join(class_session, rng.choice([2, 3, 4, 6, 12]))}
    lobby.start_session(class_session_id=class_session.id)
    games = [MarkedGame(game, rng, kind == "whole class") for game in current_games(class_session_id=class_session.id)]
    for one in games:
        one.mark()
    if kind == "shared device":
        with transaction() as session:
            session.get_one(Game, games[0].game.id).is_shared = True
    observers.class_id, observers.session_id, observers.games = school_class.id, class_session.id, games
    observers.browsers = {one: new_page().sign_in(student) for one, student in students.items()}
    if kind == "whole class":
        observers.teacher.post("sessions.whole_class_hands", {"hands": "covered"}, class_session_id=class_session.id)
    for step in range(STEPS):
        observers.open_all_pages(kind, is_dealt=step == 0)
        playing = [one for one in games if one.game.over_at is None]
        if not playing:
            break
        rng.choice(playing).move()
    if kind == "table":
        observers.open_printable_pages()
    class_sessions.end_session(class_session_id=class_session.id)
    observers.open_all_pages("after")


def test_card_ids_are_independent_of_answers() -> None:
    pairs = []
    for number in range(CARDS // 30):
        setup = TableSettings().new_setup(4, random.Random(number))
        labels = sorted({int(card.label) for card in setup.cards if card.label})
        pairs += [(card.id % 5, 5 * labels.index(int(card.label)) // len(labels)) for card in setup.cards if card.label]
    chi_square = chi_square_of(pairs)
    print(f"S3 ids and answers of {len(pairs):,} cards: chi-square {chi_square:.1f} (p > 0.01 up to {CRITICAL[16]})")
    assert len(pairs) >= CARDS
    assert chi_square < CRITICAL[16]
    dependent = [(answer, answer) for _, answer in pairs]
    assert chi_square_of(dependent) > CRITICAL[16], "chi-square detects dependent values"
