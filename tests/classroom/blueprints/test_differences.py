"""A page that sends its version gets the differences; applied to the page, they give what a full load returns."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlencode
from xml.etree.ElementTree import Element

import pytest

from classroom.database import db
from classroom.learning.plans import Dealing
from classroom.models import Game, SessionState, Student
from classroom.presenters.student import hand
from classroom.presenters.table import shared
from classroom.services.classes.roster import rename_student
from classroom.services.play.positions import position_of
from classroom.services.play.turns import play_due_turns
from classroom.services.settings import TableSettings
from classroom.web import once
from classroom.web.compression import compress
from engine import Move, Place, SolveMode, legal_moves, unsolved
from tests.difference import apply_fragment, canonical_form, parse_live_part, parts_shown, version_shown
from tests.factories import make_attendance, make_class_session, make_game, make_student
from tests.tiers import nightly_except

if TYPE_CHECKING:
    from collections.abc import Callable

    from werkzeug.test import TestResponse

    from tests.frozen_clock import FrozenClock
    from tests.page_client import PageClient

MODES = {
    "board": TableSettings(deck="mixed", board="10x10"),
    "ahead": TableSettings(solve=SolveMode.AHEAD, tries=2),
    "dealt": TableSettings(solve=SolveMode.AHEAD, dealing=Dealing.AUTOMATIC),
    "timed": TableSettings(turn_seconds=30),
    "cards": TableSettings(edition="classic"),
}
MOVES = 24
FIELDS: tuple[str, ...] = ("card", "space", "answer")


@dataclass
class Reader:
    """A student's browser that updates its page as static/js/live.js does."""

    student_id: str
    client: PageClient
    page: Element = field(default_factory=lambda: Element("div"))
    sizes: list[tuple[int, int]] = field(default_factory=list)
    """The size of each difference and of the full response."""

    @property
    def version(self) -> str:
        """The version that the page shows."""
        return version_shown(self.page)

    def open(self, **values: object) -> None:
        """Load the full page."""
        self.page = parse_live_part(self.request("GET", self.client.url("play.show", **values)).text)

    def refresh(self) -> None:
        """Fetch what is new, and compare the result with a full load."""
        address = self.client.url("play.fragment", version=self.version)
        answer = self.request("GET", address, shown=self.version)
        whole = self.request("GET", address)
        assert answer.status_code == whole.status_code
        if answer.status_code == 200:
            self.sizes.append((len(answer.data), len(whole.data)))
            self.show(answer.text, whole.text)

    def show(self, text: str, whole: str) -> None:
        """Apply the response to the page, and compare."""
        assert "<template data-since" not in whole
        self.page = apply_fragment(self.page, parse_live_part(text))
        assert canonical_form(self.page) == canonical_form(parse_live_part(whole))

    def post(self, fields: dict[str, str], *, shown: str | None = None) -> TestResponse:
        """Send a move like the page's form."""
        sent = {"csrf_token": self.client.csrf_token(), "version": self.version, **fields}
        return self.request("POST", self.client.url("play.move"), sent, shown=self.version if shown is None else shown)

    def request(
        self, method: str, address: str, fields: dict[str, str] | None = None, *, shown: str | None = None
    ) -> TestResponse:
        """Make one request outside the test's own transaction."""
        headers = {} if address == self.client.url("play.show") else {"HX-Request": "true"}
        if shown is not None:
            headers["X-Shown-Version"] = shown
            headers["X-Shown-Parts"] = parts_shown(self.page)
        db.session.rollback()
        how = {} if fields is None else {"data": urlencode(fields), "content_type": "application/x-www-form-urlencoded"}
        answer = self.client.request(method, address, headers, how)
        db.session.rollback()
        return answer


@pytest.fixture
def sit_down(new_page: Callable[[], PageClient]) -> Callable[[TableSettings], tuple[str, list[Reader]]]:
    """Seat four students at a table and open their pages."""

    def sit(settings: TableSettings, *, is_shared: bool = False) -> tuple[str, list[Reader]]:
        class_session = make_class_session(state=SessionState.PLAYING, settings=settings)
        names = ("Ana", "Ben", "Cem", "Dea")
        students = [make_student(name, school_class=class_session.school_class) for name in names]
        for student in students:
            make_attendance(class_session, student)
        game = make_game(class_session, students, settings=settings, seed=3, is_shared=is_shared)
        readers = [Reader(one.id, new_page().sign_in(one)) for one in students]
        for reader in readers:
            reader.open()
        return game.id, readers

    return sit


def game_now(game_id: str) -> Game:
    """Return the game as stored in the database."""
    db.session.rollback()
    return db.session.get_one(Game, game_id)


def fields_of(move: Move, game_id: str) -> dict[str, str]:
    """Return the form fields of a move."""
    found: dict[str, object] = dict(move.to_json(position_of(game_now(game_id)).setup.board))
    fields = {name: str(found[name]) for name in FIELDS if name in found}
    if str(found["do"]) not in {"place", "remove"}:
        fields["do"] = str(found["do"])
    return {**fields, "idempotency_key": f"{random.random()}"}


@pytest.mark.slow
@pytest.mark.parametrize("mode", nightly_except({"dealt"}, MODES))
def test_whole_games_put_together_from_differences(
    mode: str, sit_down: Callable[..., tuple[str, list[Reader]]], frozen_clock: FrozenClock
) -> None:
    game_id, readers = sit_down(MODES[mode])
    rng = random.Random(mode)
    for number in range(MOVES):
        game = game_now(game_id)
        position = position_of(game)
        if position.outcome is not None:
            break
        if MODES[mode].turn_seconds and number % 7 == 3:
            frozen_clock.move_on(seconds=31)
            play_due_turns()
        else:
            move = rng.choice(list(legal_moves(position)))
            mover = readers[getattr(move, "seat", position.turn)]
            if mover.version.split(".")[1] != str(game.version):
                mover.refresh()
            play(mover, fields_of(move, game_id))
        for reader in readers:
            if rng.random() < 0.4:  # otherwise several versions are skipped
                reader.refresh()
    for reader in readers:
        reader.refresh()
    sizes = [size for reader in readers for size in reader.sizes]
    shares = sorted(difference / whole for difference, whole in sizes)
    assert shares[len(shares) // 2] < 0.7, "differences are the rule"


def play(mover: Reader, fields: dict[str, str]) -> None:
    """Post a move, and compare the response with the full page."""
    answer = mover.post(fields)
    assert answer.status_code == 200, answer.text[:3000]
    whole = mover.request("GET", mover.client.url("play.fragment", version="none.0"))
    mover.show(answer.text, whole.text)


def test_a_shared_device_gets_differences(
    sit_down: Callable[..., tuple[str, list[Reader]]], frozen_clock: FrozenClock
) -> None:
    del frozen_clock
    settings = TableSettings(solve=SolveMode.AHEAD)
    game_id, readers = sit_down(settings, is_shared=True)
    rng = random.Random(2)
    for _ in range(MOVES):
        position = position_of(game_now(game_id))
        if position.outcome is not None:
            break
        device = rng.choice(readers)
        device.open(uncover=position.turn_number)
        assert int(device.version.split(".")[-1]) % 2
        mine = [move for move in legal_moves(position) if getattr(move, "seat", None) == position.turn]
        move = rng.choice(mine)
        holder = readers[position.turn].student_id
        answer = device.post({**fields_of(move, game_id), "holder": holder})
        assert answer.status_code == 200, answer.text[:3000]
        before, device.page = device.page, apply_fragment(device.page, parse_live_part(answer.text))
        whole = device.request("GET", device.client.url("play.fragment", version=version_shown(before)))
        assert canonical_form(device.page) == canonical_form(parse_live_part(whole.text))
        for reader in readers:
            if rng.random() < 0.5:
                reader.refresh()
    assert any(difference < whole for reader in readers for difference, whole in reader.sizes)


def test_the_keys_of_a_number_pad_are_sent_once(
    sit_down: Callable[..., tuple[str, list[Reader]]], frozen_clock: FrozenClock
) -> None:
    del frozen_clock
    game_id, readers = sit_down(TableSettings(deck="mixed", board="10x10", solve=SolveMode.AHEAD))
    mover, *others = readers[position_of(game_now(game_id)).turn :] + readers[: position_of(game_now(game_id)).turn]
    position = position_of(game_now(game_id))
    for card in sorted(unsolved(position, position.hands[position.turn])):
        answer = int(position.setup.answers[card])
        play(mover, {"do": "solve", "card": str(card), "answer": str(answer), "idempotency_key": f"{card}"})
    move = next(one for one in legal_moves(position_of(game_now(game_id))) if isinstance(one, Place))
    play(mover, fields_of(move, game_id))
    for reader in others:
        address = reader.client.url("play.fragment", version=reader.version)
        text = reader.request("GET", address, shown=reader.version).text
        assert 'id="answer"' in text
        assert 'data-kept="digits"' in text
        assert len(compress(text.encode())) <= 2048
        reader.refresh()


@pytest.fixture
def two_at_a_table(
    sit_down: Callable[..., tuple[str, list[Reader]]], frozen_clock: FrozenClock
) -> tuple[str, Reader, Reader]:
    """The game, the student whose turn it is, and the next one."""
    del frozen_clock
    game_id, readers = sit_down(MODES["board"])
    turn = position_of(game_now(game_id)).turn
    return game_id, readers[turn], readers[(turn + 1) % 4]


def test_a_hand_is_sent_only_to_pages_that_show_another(two_at_a_table: tuple[str, Reader, Reader]) -> None:
    game_id, mover, waiting = two_at_a_table
    played = mover.post(fields_of(next(iter(legal_moves(position_of(game_now(game_id))))), game_id))
    assert 'data-kept="move"' in played.text
    assert 'id="hand"' in played.text
    text = difference(waiting)
    assert 'data-kept="move"' in text
    assert "csrf_token" not in text, "the page keeps its form"
    assert 'id="hand"' not in text

    part = next(one for one in waiting.page.iter() if one.get("id") == "hand")
    part.set("data-part", "0" * 12)
    assert 'id="hand"' in difference(waiting), "the page shows another hand"


def test_a_hand_is_sent_when_it_is_no_longer_read_aloud(two_at_a_table: tuple[str, Reader, Reader]) -> None:
    game_id, mover, waiting = two_at_a_table
    for reads_aloud in (True, False):
        db.session.get_one(Student, waiting.student_id).reads_aloud = reads_aloud
        db.session.commit()
        if reads_aloud:
            waiting.open()
    play(mover, fields_of(next(iter(legal_moves(position_of(game_now(game_id))))), game_id))
    assert 'id="hand"' in difference(waiting)
    waiting.refresh()


def difference(reader: Reader) -> str:
    """Fetch what is new, without showing it."""
    return reader.request("GET", reader.client.url("play.fragment", version=reader.version), shown=reader.version).text


@pytest.mark.parametrize("mode", nightly_except({"dealt"}, ["ahead", "dealt", "cards"]))
def test_cached_markup_equals_a_first_rendering(
    mode: str, sit_down: Callable[..., tuple[str, list[Reader]]], frozen_clock: FrozenClock
) -> None:
    """For readers who differ in everything that a fragment may depend on besides the table: seat, language, support."""
    del frozen_clock
    game_id, readers = sit_down(MODES[mode])
    ana, ben, *_others = (db.session.get_one(Student, reader.student_id) for reader in readers)
    ana.reads_aloud, ben.language = True, "es"
    db.session.commit()
    for reader in readers:
        reader.open()
    rng = random.Random(mode)
    for number in range(5):
        position = position_of(game_now(game_id))
        seat = position.turn
        if number == 2 and (solvable := sorted(unsolved(position, position.hands[seat]))):
            wrong = int(position.setup.answers[solvable[0]]) + 1
            fields = {"do": "solve", "card": str(solvable[0]), "answer": str(wrong), "idempotency_key": "wrong"}
        else:
            mine = [move for move in legal_moves(position) if getattr(move, "seat", seat) == seat]
            fields = fields_of(rng.choice(mine), game_id)
        if readers[seat].version.split(".")[1] != str(game_now(game_id).version):
            readers[seat].refresh()
        play(readers[seat], fields)
        shown = {reader.student_id: rng.choice([reader.version, ""]) for reader in readers}
        first = [fragment(reader, shown[reader.student_id]) for reader in readers]
        kept = [fragment(reader, shown[reader.student_id]) for reader in readers]
        rendered = []
        for reader in readers:
            forget_parts()
            rendered.append(fragment(reader, shown[reader.student_id]))
        assert first == kept == rendered
        for reader in readers:
            if rng.random() < 0.7:  # otherwise a version is skipped
                reader.refresh()


def fragment(reader: Reader, shown: str) -> str:
    """Fetch the fragment for a page with this version, without what is new in each response or each second."""
    address = reader.client.url("play.fragment", version=reader.version)
    text = re.sub(r'(?<=name="idempotency_key" value=")[^"]*', "", reader.request("GET", address, shown=shown).text)
    return re.sub(r'(name="csrf_token" value="[^".]+\.)[^"]*', r"\1", text)  # the reader's secret, and not its time


def forget_parts() -> None:
    """Clear the caches: the next response is rendered from the game's state alone."""
    for table in shared._kept.values():
        table.markup.clear()
        table._boards.clear()
        table._changes.clear()
        table._news.clear()
        for name in ("_lines", "_move_lines"):
            vars(table).pop(name, None)
    once._called.cache_clear()
    hand._card.cache_clear()


class TestTheWholeIsSent:
    """If the server does not know, or not for certain, what a page shows."""

    @pytest.fixture
    def reader(self, sit_down: Callable[..., tuple[str, list[Reader]]], frozen_clock: FrozenClock) -> Reader:
        """A student who waits, at a table where one move has been played since."""
        del frozen_clock
        game_id, readers = sit_down(MODES["board"])
        position = position_of(game_now(game_id))
        play(readers[position.turn], fields_of(next(iter(legal_moves(position))), game_id))
        return readers[(position.turn + 1) % 4]

    def fetch(self, reader: Reader, shown: str | None) -> str:
        """Fetch the fragment for a page with this version."""
        return reader.request("GET", reader.client.url("play.fragment", version="none.0"), shown=shown).text

    def test_an_unknown_version_gets_the_whole_fragment(self, reader: Reader) -> None:
        game_id, version, session, warm = reader.version.split(".")
        assert "<template data-since" in self.fetch(reader, reader.version)
        for shown in (
            None,
            "",
            "x",
            "…",
            f"{game_id}.7.{session}.{warm}",
            f"{game_id}.{version}.99.{warm}",
            f"{game_id}.{version}.{session}",
            f"{game_id}.{version}.{session}.{warm}.3",
            f"g.{version}.{session}.{warm}",
            f"{game_id}.-1.{session}.{warm}",
            f"{game_id}.{version}.{session}.{'9' * 5000}",
            "." * 5000,
        ):
            assert "<template data-since" not in self.fetch(reader, shown), shown

    def test_a_change_of_the_session_sends_the_whole_fragment(self, reader: Reader) -> None:
        shown = reader.version
        rename_student(student_id=reader.student_id, name="Zoe")
        assert "<template data-since" not in self.fetch(reader, shown)

    def test_a_refusal_sends_the_whole_fragment(self, reader: Reader) -> None:
        reader.refresh()
        answer = reader.post({"idempotency_key": "k"})
        assert answer.status_code == 422
        assert "<template data-since" not in answer.text

    def test_a_forgotten_version_gets_the_whole_fragment(self, reader: Reader) -> None:
        from tests.process_caches import clear_process_caches

        clear_process_caches()
        assert "<template data-since" not in self.fetch(reader, reader.version)
