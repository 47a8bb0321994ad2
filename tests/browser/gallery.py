"""One of every page, in every state that looks different."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sqlalchemy import select

from classroom.database import db
from classroom.hosting import hosted_app
from classroom.learning.plans import Dealing
from classroom.models import Game, SchoolClass, Student
from classroom.services import class_sessions, classes, games, lobby, practice
from classroom.services.decks.content import SkillChoice, WrittenCards
from classroom.services.moves import SeatMove, play_move, seat_of
from classroom.services.positions import position_of
from classroom.services.settings import TableSettings
from engine import Place, SolveMode, legal_moves
from tests.factories import make_deck, make_student, make_teacher
from tests.factories.decks import SIXTEEN_CARDS
from tests.over_http.stage import cookie_of

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Flask

    from classroom.models import Teacher


@dataclass
class Gallery:
    """Addresses to open, for each person."""

    pages: list[tuple[str | None, str]] = field(default_factory=list)
    """The cookie of whoever opens it (None: nobody is signed in), and the address."""
    code: str = ""
    """That of a class that plays."""
    playing: str = ""
    """The cookie of a student whose turn it is there."""
    teacher: str = ""
    """The cookie of that class's teacher."""
    session: str = ""
    """The address of its session."""

    def add(self, cookie: str | None, *addresses: str) -> None:
        """Hang pages."""
        self.pages += [(cookie, address) for address in addresses]


def fill(folder: Path) -> Gallery:
    """Fill the database of a server that has not started yet."""
    gallery = Gallery()
    with hosted_app(instance_path=folder) as app, app.app_context():
        teacher = make_teacher("Alice Okafor")
        alice = cookie_of(app, teacher_id=teacher.id)
        gallery.add(None, "/sign-in", "/", "/join/zzzzzz")
        gallery.add(cookie_of(app, teacher_id=make_teacher("Dora Lind").id), "/classes", "/decks")
        gallery.add(alice, "/classes", "/account", "/nothing-here")
        _empty_class(gallery, alice, teacher)
        _class_in_lobby(gallery, alice, teacher)
        _class_that_plays(app, gallery, alice, teacher)
        _class_that_has_played(app, gallery, alice, teacher)
        _class_with_playing_cards(app, gallery, alice, teacher)
        _class_that_solves_ahead(app, gallery, alice, teacher)
        _class_with_own_levels(app, gallery, alice, teacher)
        _decks(gallery, alice, teacher)
    return gallery


def _decks(gallery: Gallery, alice: str, teacher: Teacher) -> None:
    wrong = WrittenCards(f"{SIXTEEN_CARDS}\nlegs of 6 dogs; 24\n7 + 5 = 13\n<b>bold</b>")
    written, away = (
        make_deck(teacher, "Doubles", content=wrong),
        make_deck(teacher, "Old", archived_at=teacher.created_at),
    )
    chosen = make_deck(teacher, "Tables", content=SkillChoice(("mul-tables",), tables=(2, 5)), is_shared=True)
    shared = make_deck(make_teacher("Eve Novak"), "Halves", is_shared=True)
    gallery.add(alice, "/decks", "/decks/new/cards", "/decks/new/skills", "/decks/new/file", "/decks/built-in/grade-4")
    gallery.add(alice, *(f"/decks/{deck.id}" for deck in (written, away, chosen, shared)))
    gallery.add(alice, f"/decks/{written.id}/edit", f"/decks/{chosen.id}/edit", f"/decks/{written.id}/delete")
    gallery.add(alice, f"/decks/{written.id}/paper?chips=yes&answers=yes&board=4")


def _empty_class(gallery: Gallery, alice: str, teacher: Teacher) -> None:
    school_class = classes.create_class(teacher_id=teacher.id, name="5A")
    address = f"/classes/{school_class.id}"
    gallery.add(alice, address, f"{address}/cards", f"{address}/report", f"{address}/delete")


def _class_in_lobby(gallery: Gallery, alice: str, teacher: Teacher) -> None:
    school_class, students = _make_class(teacher, "6C", 9)
    session_id = class_sessions.open_session(class_id=school_class.id, settings=TableSettings()).id
    for student_id in students[:8]:
        class_sessions.join_session(class_session_id=session_id, student_id=student_id)
    lobby.arrange_tables(class_session_id=session_id)
    lobby.move_to_table(class_session_id=session_id, student_id=students[0], table_number=1)
    lobby.move_to_table(class_session_id=session_id, student_id=students[1], table_number=1)
    lobby.move_to_table(class_session_id=session_id, student_id=students[2], table_number=1)
    class_sessions.join_session(class_session_id=session_id, student_id=students[8])
    gallery.add(alice, f"/sessions/{session_id}", f"/sessions/{session_id}/settings")


def _class_that_plays(app: Flask, gallery: Gallery, alice: str, teacher: Teacher) -> None:
    school_class, students = _make_class(teacher, "7B", 5)
    address = f"/classes/{school_class.id}"
    gallery.code = school_class.code
    settings = TableSettings(deck="mixed", board="10x10", table_talk=True)
    session_id = class_sessions.open_session(class_id=school_class.id, settings=settings).id
    for student_id in students[:4]:
        class_sessions.join_session(class_session_id=session_id, student_id=student_id)
    lobby.start_session(class_session_id=session_id)
    class_sessions.join_session(class_session_id=session_id, student_id=students[4])
    game = games.current_games(class_session_id=session_id)[0]
    _play(game, 14)
    on_turn = _holder(game)
    gallery.teacher, gallery.session = alice, f"/sessions/{session_id}"
    gallery.playing = cookie_of(app, student_id=on_turn)
    for student_id in students:
        gallery.add(cookie_of(app, student_id=student_id), "/play")
    gallery.add(None, f"/join/{school_class.code}", f"/join/{school_class.code}/{students[0]}")
    gallery.add(alice, address, f"{address}/students", f"{address}/cards", f"{address}/edit", f"{address}/delete")
    gallery.add(alice, f"/students/{students[0]}", f"/students/{students[0]}/remove", f"/students/{students[0]}/report")
    gallery.add(alice, f"/sessions/{session_id}", f"/games/{game.id}", f"{address}/report")


def _class_that_has_played(app: Flask, gallery: Gallery, alice: str, teacher: Teacher) -> None:
    school_class, students = _make_class(teacher, "8D", 2)
    address = f"/classes/{school_class.id}"
    settings = TableSettings(sequences_to_win=1)
    session_id = class_sessions.open_session(class_id=school_class.id, settings=settings).id
    for student_id in students:
        class_sessions.join_session(class_session_id=session_id, student_id=student_id)
    lobby.start_session(class_session_id=session_id)
    game = games.current_games(class_session_id=session_id)[0]
    _play(game, 400)
    class_sessions.end_session(class_session_id=session_id)
    gallery.add(alice, address, f"{address}/report", f"{address}/sessions/new")
    gallery.add(alice, f"/students/{students[0]}/report", f"/sessions/{session_id}", f"/games/{game.id}")
    gallery.add(None, f"/join/{school_class.code}")
    gallery.add(alice, f"/games/{game.id}/replay", f"/games/{game.id}/replay?move=9")
    replay = f"/play/games/{game.id}/replay"
    gallery.add(
        cookie_of(app, student_id=students[0]), "/play", "/play/games", f"{replay}?move=9", f"{replay}?move=999"
    )


def _class_with_playing_cards(app: Flask, gallery: Gallery, alice: str, teacher: Teacher) -> None:
    """In the lobby, at a table of twelve, and at the end of a game of four."""
    settings = TableSettings(edition="classic", table_size=12, sequences_to_win=1)
    for moves, present in ((None, 8), (0, 2), (40, 12), (1_000, 4)):
        school_class, students = _make_class(teacher, f"9 with {present}", present)
        session_id = class_sessions.open_session(class_id=school_class.id, settings=settings).id
        for student_id in students:
            class_sessions.join_session(class_session_id=session_id, student_id=student_id)
        gallery.add(alice, f"/sessions/{session_id}", f"/sessions/{session_id}/settings")
        cookie = cookie_of(app, student_id=students[0])
        gallery.add(cookie, "/play")
        if moves is None:
            lobby.arrange_tables(class_session_id=session_id)
            continue
        lobby.start_session(class_session_id=session_id)
        game = games.current_games(class_session_id=session_id)[0]
        _play(game, moves)
        gallery.add(alice, f"/games/{game.id}")
        if game.over_at is not None:
            gallery.add(alice, f"/games/{game.id}/replay?move=20")
            gallery.add(cookie, "/play/games", f"/play/games/{game.id}/replay?move=20")


def _class_that_solves_ahead(app: Flask, gallery: Gallery, alice: str, teacher: Teacher) -> None:
    """One student has solved some cards, the other none."""
    school_class, students = _make_class(teacher, "6D", 2)
    settings = TableSettings(solve=SolveMode.AHEAD)
    session_id = class_sessions.open_session(class_id=school_class.id, settings=settings).id
    gallery.add(alice, f"/sessions/{session_id}/settings")
    for student_id in students:
        class_sessions.join_session(class_session_id=session_id, student_id=student_id)
        gallery.add(cookie_of(app, student_id=student_id), "/play")
    lobby.start_session(class_session_id=session_id)
    game = games.current_games(class_session_id=session_id)[0]
    _play(game, 3)
    gallery.add(alice, f"/games/{game.id}")


def _class_with_own_levels(app: Flask, gallery: Gallery, alice: str, teacher: Teacher) -> None:
    """A table in the middle of a game, then over; between lessons students may practise."""
    school_class, students = _make_class(teacher, "5E", 2)
    settings = TableSettings(dealing=Dealing.AUTOMATIC)
    session_id = class_sessions.open_session(class_id=school_class.id, settings=settings).id
    for student_id in students:
        class_sessions.join_session(class_session_id=session_id, student_id=student_id)
    lobby.start_session(class_session_id=session_id)
    game = games.current_games(class_session_id=session_id)[0]
    _play(game, 12)
    class_sessions.end_session(class_session_id=session_id)
    practice.allow_practice(class_id=school_class.id, is_allowed=True)
    cookies = [cookie_of(app, student_id=student_id) for student_id in students]
    practice.start_practice(student_id=students[1])
    newcomer = make_student("Zoe", school_class=school_class)
    gallery.add(alice, f"/classes/{school_class.id}", f"/classes/{school_class.id}/levels")
    gallery.add(alice, f"/games/{game.id}", f"/sessions/{session_id}", f"/sessions/{session_id}/fairness")
    for cookie in (*cookies, cookie_of(app, student_id=newcomer.id)):
        gallery.add(cookie, "/play")


def _make_class(teacher: Teacher, name: str, students: int) -> tuple[SchoolClass, list[str]]:
    school_class = classes.create_class(teacher_id=teacher.id, name=name)
    for number in range(students):
        make_student(f"Student {number}", school_class=school_class)
    ids = db.session.execute(select(Student.id).where(Student.class_id == school_class.id).order_by(Student.name_key))
    return school_class, list(ids.scalars())


def _play(game: Game, moves: int) -> None:
    """Play right moves, with a miss in between now and then where there are misses."""
    for number in range(moves):
        position = position_of(game)
        if position.outcome is not None:
            return
        move = next(one for one in legal_moves(position) if isinstance(one, SeatMove))
        if position.setup.has_misses and number % 5 == 1 and isinstance(move, Place):
            wrong = next(space for space in range(position.setup.board.size) if position.open >> space & 1)
            move = Place(move.seat, move.card, wrong)
        play_move(
            game_id=game.id, student_id=_holder(game), move=move, version=game.version, client_key=f"key {game.version}"
        )
        db.session.refresh(game)


def _holder(game: Game) -> str:
    turn = position_of(game).turn
    return next(
        player.student_id
        for player in game.players
        if player.student_id and seat_of(game=game, student_id=player.student_id) == turn
    )
