"""Pages of lessons, from the lobby to the session summary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from classroom.database import db
from classroom.learning.plans import Dealing
from classroom.models import Student
from classroom.services.exit_tickets import answering
from classroom.services.play import games, turns
from classroom.services.play.game_row import seats_of
from classroom.services.play.introduction import Introduction, Step
from classroom.services.play.positions import position_of
from classroom.services.play.seats import give_seat
from classroom.services.seating import planning, table_plans
from classroom.services.sessions import class_sessions, endings, lobby, pauses, practice
from classroom.services.settings import TableSettings
from engine import SolveMode
from tests.browser.gallery.playing import holder, make_class, play
from tests.factories import lock_out, make_student
from tests.over_http.stage import cookie_of

if TYPE_CHECKING:
    from flask import Flask

    from classroom.models import Teacher
    from tests.browser.gallery.frame import Gallery


def class_in_lobby(app: Flask, gallery: Gallery, alice: str, teacher: Teacher) -> None:
    school_class, students = make_class(teacher, "6C", 9)
    session_id = class_sessions.open_session(class_id=school_class.id, settings=TableSettings()).id
    for student_id in students[:8]:
        class_sessions.join_session(class_session_id=session_id, student_id=student_id)
    lobby.arrange_tables(class_session_id=session_id)
    planning.move_to_table(class_session_id=session_id, student_id=students[0], table_number=1)
    planning.move_to_table(class_session_id=session_id, student_id=students[1], table_number=1)
    planning.move_to_table(class_session_id=session_id, student_id=students[2], table_number=1)
    class_sessions.join_session(class_session_id=session_id, student_id=students[8])
    gallery.add(alice, f"/sessions/{session_id}", f"/sessions/{session_id}/settings")
    gallery.add(alice, f"/classes/{school_class.id}/seating", f"/sessions/{session_id}/saved-tables")
    gallery.add(alice, f"/sessions/{session_id}/tables/1/teams", f"/sessions/{session_id}/tables/0/teams")
    gallery.add(alice, f"/sessions/{session_id}/projector")
    for student_id, here in (
        (students[3], Introduction(0, Step.ANSWER, 1)),
        (students[8], Introduction(0, Step.DONE, 0)),
    ):
        db.session.get_one(Student, student_id).introduction = here.number
        db.session.commit()
        gallery.add(cookie_of(app, student_id=student_id), "/play")
    gallery.add(cookie_of(app, student_id=students[8]), "/play/rules")


def class_that_plays(app: Flask, gallery: Gallery, alice: str, teacher: Teacher) -> None:
    school_class, students = make_class(teacher, "7B", 5)
    address = f"/classes/{school_class.id}"
    gallery.code = school_class.code
    settings = TableSettings(deck="mixed", board="10x10", table_talk=True)
    session_id = class_sessions.open_session(class_id=school_class.id, settings=settings).id
    for student_id in students[:4]:
        class_sessions.join_session(class_session_id=session_id, student_id=student_id)
    lobby.start_session(class_session_id=session_id)
    class_sessions.join_session(class_session_id=session_id, student_id=students[4])
    game = games.current_games(class_session_id=session_id)[0]
    play(game, 14)
    active_player = holder(game)
    gallery.teacher, gallery.session = alice, f"/sessions/{session_id}"
    gallery.playing = cookie_of(app, student_id=active_player)
    for student_id in students:
        gallery.add(cookie_of(app, student_id=student_id), "/play")
    gallery.add(None, f"/join/{school_class.code}", f"/join/{school_class.code}/{students[0]}")
    gallery.add(alice, address, f"{address}/students", f"{address}/cards", f"{address}/cards/all", f"{address}/edit")
    gallery.add(alice, f"{address}/delete")
    gallery.add(alice, f"/students/{students[0]}", f"/students/{students[0]}/remove", f"/students/{students[0]}/report")
    gallery.add(alice, f"/sessions/{session_id}", f"/games/{game.id}", f"{address}/report")
    gallery.add(alice, f"/sessions/{session_id}/projector")


def class_that_waits(gallery: Gallery, alice: str, teacher: Teacher) -> None:
    """Late students, one with a long name, recorded as present without a page."""
    school_class, students = make_class(teacher, "7C", 5)
    settings = TableSettings(table_size=2)
    session_id = class_sessions.open_session(class_id=school_class.id, settings=settings).id
    for student_id in students[:4]:
        class_sessions.join_session(class_session_id=session_id, student_id=student_id)
    lobby.start_session(class_session_id=session_id)
    late = make_student("Maximiliana-Josephine von W.", school_class=school_class)
    for student_id in (students[4], late.id):
        class_sessions.note_present(class_session_id=session_id, student_id=student_id)
    game = games.current_games(class_session_id=session_id)[0]
    give_seat(game_id=game.id, seat=0, student_id=None)
    gallery.add(alice, f"/sessions/{session_id}", f"/sessions/{session_id}/end", f"/sessions/{session_id}/projector")


def class_that_has_played(app: Flask, gallery: Gallery, alice: str, teacher: Teacher) -> None:
    school_class, students = make_class(teacher, "8D", 2)
    address = f"/classes/{school_class.id}"
    settings = TableSettings(sequences_to_win=1)
    session_id = class_sessions.open_session(class_id=school_class.id, settings=settings).id
    for student_id in students:
        class_sessions.join_session(class_session_id=session_id, student_id=student_id)
    lobby.start_session(class_session_id=session_id)
    game = games.current_games(class_session_id=session_id)[0]
    play(game, 400)
    class_sessions.end_session(class_session_id=session_id)
    gallery.add(alice, address, f"{address}/report", f"{address}/sessions/new", f"{address}/report/facts?orders=both")
    gallery.add(alice, f"{address}/report/skills", f"{address}/report/groups", f"/students/{students[0]}/letter")
    gallery.add(alice, f"{address}/report/mistakes")
    gallery.add(alice, f"{address}/report/answers?fact=times-6-8", f"/students/{students[0]}/report/facts")
    gallery.add(alice, f"/students/{students[0]}/report", f"/sessions/{session_id}", f"/games/{game.id}")
    gallery.add(None, f"/join/{school_class.code}")
    gallery.add(alice, f"/games/{game.id}/replay", f"/games/{game.id}/replay?move=9")
    replay = f"/play/games/{game.id}/replay"
    gallery.add(
        cookie_of(app, student_id=students[0]),
        "/play",
        "/play/games",
        "/play/animal",
        f"{replay}?move=9",
        f"{replay}?move=999",
    )


def classes_with_exit_tickets(app: Flask, gallery: Gallery, alice: str, teacher: Teacher) -> None:
    """During the ticket, for students who have and have not started; and after its end."""
    for name, is_over in (("5F", False), ("5G", True)):
        school_class, students = make_class(teacher, name, 3)
        session_id = class_sessions.open_session(class_id=school_class.id, settings=TableSettings()).id
        for student_id in students[:2]:
            class_sessions.join_session(class_session_id=session_id, student_id=student_id)
        lobby.start_session(class_session_id=session_id)
        play(games.current_games(class_session_id=session_id)[0], 20)
        answering.open_ticket(class_session_id=session_id, seconds=120)
        answering.start_entry(class_session_id=session_id, student_id=students[0])
        for number in (1, 2, 3):
            answering.answer_question(class_session_id=session_id, student_id=students[0], number=number, given=number)
        if is_over:
            class_sessions.end_session(class_session_id=session_id)
            gallery.add(alice, f"/students/{students[0]}/report")
        gallery.add(alice, f"/sessions/{session_id}")
        for student_id in students[:2]:
            gallery.add(cookie_of(app, student_id=student_id), "/play")


def class_with_playing_cards(app: Flask, gallery: Gallery, alice: str, teacher: Teacher) -> None:
    """In the lobby, at a table of twelve, and at the end of a game of four."""
    settings = TableSettings(edition="classic", table_size=12, sequences_to_win=1)
    for moves, present in ((None, 8), (0, 2), (40, 12), (1_000, 4)):
        school_class, students = make_class(teacher, f"9 with {present}", present)
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
        play(game, moves)
        gallery.add(alice, f"/games/{game.id}")
        if game.over_at is not None:
            gallery.add(alice, f"/games/{game.id}/replay?move=20")
            gallery.add(cookie, "/play/games", f"/play/games/{game.id}/replay?move=20")


def class_that_solves_ahead(app: Flask, gallery: Gallery, alice: str, teacher: Teacher) -> None:
    """One student has solved some cards, the other none."""
    school_class, students = make_class(teacher, "6D", 2)
    settings = TableSettings(solve=SolveMode.AHEAD)
    session_id = class_sessions.open_session(class_id=school_class.id, settings=settings).id
    gallery.add(alice, f"/sessions/{session_id}/settings")
    for student_id in students:
        class_sessions.join_session(class_session_id=session_id, student_id=student_id)
        gallery.add(cookie_of(app, student_id=student_id), "/play")
    lobby.start_session(class_session_id=session_id)
    game = games.current_games(class_session_id=session_id)[0]
    play(game, 3)
    gallery.add(alice, f"/games/{game.id}")


def class_under_control(app: Flask, gallery: Gallery, alice: str, teacher: Teacher) -> None:
    """Turns are timed and an end is set; at one table a bot has played for a student, the other one is paused."""
    school_class, students = make_class(teacher, "7F", 6)
    settings = TableSettings(table_size=2, turn_seconds=120)
    session_id = class_sessions.open_session(class_id=school_class.id, settings=settings).id
    for student_id in students[:4]:
        class_sessions.join_session(class_session_id=session_id, student_id=student_id)
    lobby.start_session(class_session_id=session_id)
    playing, paused = games.current_games(class_session_id=session_id)
    turns.skip_turn(game_id=playing.id, turn_number=0)
    give_seat(game_id=playing.id, seat=1 - position_of(playing).turn, student_id=None)
    pauses.pause_game(game_id=paused.id)
    endings.end_in(class_session_id=session_id, minutes=10)
    gallery.add(alice, f"/sessions/{session_id}", f"/games/{playing.id}", f"/games/{paused.id}")
    for student_id in students[:4]:
        gallery.add(cookie_of(app, student_id=student_id), "/play")


def class_with_own_levels(app: Flask, gallery: Gallery, alice: str, teacher: Teacher) -> None:
    """A table in the middle of a game, then over; students may practice between lessons."""
    school_class, students = make_class(teacher, "5E", 2)
    settings = TableSettings(dealing=Dealing.AUTOMATIC)
    session_id = class_sessions.open_session(class_id=school_class.id, settings=settings).id
    for student_id in students:
        class_sessions.join_session(class_session_id=session_id, student_id=student_id)
    lobby.start_session(class_session_id=session_id)
    game = games.current_games(class_session_id=session_id)[0]
    play(game, 12)
    class_sessions.end_session(class_session_id=session_id)
    practice.allow_practice(class_id=school_class.id, is_allowed=True)
    cookies = [cookie_of(app, student_id=student_id) for student_id in students]
    practice.start_practice(student_id=students[1])
    newcomer = make_student("Zoe", school_class=school_class)
    gallery.add(alice, f"/classes/{school_class.id}", f"/classes/{school_class.id}/levels")
    gallery.add(alice, f"/games/{game.id}", f"/sessions/{session_id}", f"/sessions/{session_id}/fairness")
    gallery.add(alice, f"/classes/{school_class.id}/report/dealing")
    for cookie in (*cookies, cookie_of(app, student_id=newcomer.id)):
        gallery.add(cookie, "/play")
    gallery.add(cookies[0], f"/play/games/{game.id}/answers")


def classes_at_one_board(gallery: Gallery, alice: str, teacher: Teacher) -> None:
    """Before the start, and during a game."""
    for name, settings in (("3B", TableSettings(whole_class_teams=3)), ("3C", TableSettings(whole_class_teams=2))):
        school_class, students = make_class(teacher, name, 1)
        session_id = class_sessions.open_session(class_id=school_class.id, settings=settings).id
        gallery.add(alice, f"/sessions/{session_id}", f"/sessions/{session_id}/settings")
        if settings.whole_class_teams == 2:
            class_sessions.join_session(class_session_id=session_id, student_id=students[0])
            lobby.start_session(class_session_id=session_id)


def class_with_shared_devices(app: Flask, gallery: Gallery, alice: str, teacher: Teacher) -> None:
    """Many tables; the first one shares a device, covered and with a hand shown. A late student is locked out."""
    school_class, students = make_class(teacher, "2A", 18)
    session_id = class_sessions.open_session(class_id=school_class.id, settings=TableSettings(table_size=2)).id
    for student_id in students:
        class_sessions.join_session(class_session_id=session_id, student_id=student_id)
    lobby.arrange_tables(class_session_id=session_id)
    table_plans.share_device(class_session_id=session_id, table_number=1, is_shared=True)
    lobby.start_session(class_session_id=session_id)
    late = make_student("Max", school_class=school_class)
    lock_out(late)
    game = games.current_games(class_session_id=session_id)[0]
    play(game, 3)
    cookie = cookie_of(app, student_id=holder(game))
    gallery.add(alice, f"/sessions/{session_id}", f"/games/{game.id}", f"/sessions/{session_id}/projector")
    gallery.add(cookie, "/play", f"/play?uncover={position_of(game).turn_number}")


def table_with_a_ticket_on_one_device(app: Flask, gallery: Gallery, alice: str, teacher: Teacher) -> None:
    """One student is done, one is answering, one has not started: the names, the start, a question, and a result."""
    school_class, students = make_class(teacher, "2B", 3)
    session_id = class_sessions.open_session(class_id=school_class.id, settings=TableSettings(table_size=3)).id
    for student_id in students:
        class_sessions.join_session(class_session_id=session_id, student_id=student_id)
    lobby.arrange_tables(class_session_id=session_id)
    table_plans.share_device(class_session_id=session_id, table_number=1, is_shared=True)
    lobby.start_session(class_session_id=session_id)
    seats = seats_of(games.current_games(class_session_id=session_id)[0])
    ticket = answering.open_ticket(class_session_id=session_id, seconds=120)
    for seat, answers in ((0, len(ticket.questions["facts"])), (1, 2)):
        answering.start_entry(class_session_id=session_id, student_id=str(seats[seat]))
        for number in range(1, 1 + answers):
            answering.answer_question(class_session_id=session_id, student_id=str(seats[seat]), number=number, given=7)
    gallery.add(alice, f"/sessions/{session_id}")
    cookie = cookie_of(app, student_id=str(seats[0]))
    gallery.add(cookie, "/play", *(f"/play?uncover={ticket.id}.{seat}" for seat in (1, 2)), "/play/ticket")
