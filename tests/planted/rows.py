"""A simulated class in the database, as if its games and exit tickets had been played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from itertools import count
from typing import Any, NamedTuple

from sqlalchemy import insert

from classroom import clock
from classroom.database import db, new_id
from classroom.learning.ledger import Channel, Observation
from classroom.learning.plans import Dealing
from classroom.models import (
    Attempt,
    Attendance,
    ClassSession,
    ExitTicket,
    Game,
    GameEvent,
    Player,
    SchoolClass,
    SessionState,
    Student,
    TicketAnswer,
    TicketEntry,
)
from classroom.services.settings import TableSettings
from tests.factories import make_school_class, make_student, together
from tests.planted.people import Plant, SimulatedClass

_TABLE = 4
_MINUTES = timedelta(minutes=40)


class Written(NamedTuple):
    """A class in the database."""

    school_class: SchoolClass
    students: list[Student]
    sessions: list[str]
    """IDs, the oldest first."""


class _Class(NamedTuple):
    plant: Plant
    class_id: str
    ids: list[str]
    """Of the students."""


def write_class(plant: Plant, *, seed: int = 0) -> Written:
    """Simulate a class and store it; its last session was yesterday."""
    one = SimulatedClass(plant, seed=seed)
    with together():
        school_class = make_school_class(plant.name)
        students = [
            make_student(f"Student {at + 1}", school_class=school_class, pin=None, level=3)
            for at in range(len(plant.people))
        ]
    a_class = _Class(plant, school_class.id, [student.id for student in students])
    days: list[tuple[str, list[Observation]]] = []
    for _ in range(plant.sessions):
        seen = [answered.seen for answered in one.play()]
        days.append((new_id(), seen))
    db.session.commit()  # ends what was read: a server may have written meanwhile
    end = clock.now() - timedelta(days=1)
    for session_id, seen in days:
        opened = end - timedelta(days=(one.day - seen[0].day).days) if seen else end
        for model, rows in _session(a_class, session_id, seen, opened):
            if rows:
                db.session.execute(insert(model), rows)
    db.session.commit()
    return Written(school_class, students, [session_id for session_id, _ in days])


def _session(
    a_class: _Class, session_id: str, seen: list[Observation], opened: datetime
) -> Iterator[tuple[type[Any], list[dict[str, Any]]]]:
    plant, class_id, ids = a_class
    dealing = Dealing.SAME if plant.skills is None else Dealing.AUTOMATIC
    settings = TableSettings(deck=plant.deck[0], board=plant.deck[1], dealing=dealing).to_json()
    times = {"opened_at": opened, "started_at": opened, "ended_at": opened + _MINUTES}
    yield (
        ClassSession,
        [{"id": session_id, "class_id": class_id, "state": SessionState.ENDED, "settings": settings, **times}],
    )
    present = sorted({int(one.student) for one in seen})
    yield Attendance, [{"class_session_id": session_id, "student_id": ids[at]} for at in present]
    played = [one for one in seen if one.channel is not Channel.TICKET]
    yield from _games(a_class, session_id, played, opened) if played else ()
    asked = [one for one in seen if one.channel is Channel.TICKET]
    yield from _ticket(session_id, ids, asked, opened + timedelta(minutes=30)) if asked else ()


def _games(
    a_class: _Class, session_id: str, seen: list[Observation], opened: datetime
) -> Iterator[tuple[type[Any], list[dict[str, Any]]]]:
    plant, _, ids = a_class
    games = [new_id() for _ in range(0, len(ids), _TABLE)]
    places = [count(1) for _ in games]
    events, attempts = [], []
    for number, one in enumerate(seen):
        at, student = opened + timedelta(seconds=2 * number), int(one.student)
        table = student // _TABLE
        place = {"game_id": games[table], "version": next(places[table]), "student_id": ids[student], "at": at}
        events.append({**place, "event": {"do": "place"}})
        attempts.append({**place, **_attempt(one)})
    common = {"class_session_id": session_id, "setup": {}, "over_at": opened + _MINUTES, "outcome_reason": "sequences"}
    versions = [next(place) - 1 for place in places]
    yield (
        Game,
        [
            {"id": game, "table_number": table + 1, "version": versions[table], **common}
            for table, game in enumerate(games)
        ],
    )
    seats = [(games[at // _TABLE], at % _TABLE, student) for at, student in enumerate(ids)]
    yield (
        Player,
        [
            {"game_id": game, "seat": seat, "student_id": student}
            for game, seat, student in seats
            if not plant.people[ids.index(student)].is_classic
        ],
    )
    yield from ((GameEvent, events), (Attempt, attempts))


def _attempt(one: Observation) -> dict[str, Any]:
    return {
        "kind": "solve" if one.channel is Channel.NUMBER else "place",
        "equation": one.equation.text,
        "answer": str(one.equation.answer),
        "skill": one.equation.skill,
        "fact": one.equation.fact_key,
        "given": str(one.given),
        "try_number": 1,
        "is_right": one.is_right,
        "seconds": 3.0 if one.channel is Channel.NUMBER else None,
        "goal": None if one.expected is None else 0.82,
        "expected": one.expected,
        "open_labels": " ".join(map(str, one.open_labels)) or None,
    }


def _ticket(
    session_id: str, ids: list[str], seen: Iterable[Observation], opened: datetime
) -> Iterator[tuple[type[Any], list[dict[str, Any]]]]:
    ticket = {"ticket_id": new_id()}
    numbers: dict[str, Iterator[int]] = {}
    answers = []
    for turn, one in enumerate(seen):
        student = ids[int(one.student)]
        answers.append(
            {
                **ticket,
                "student_id": student,
                "number": next(numbers.setdefault(student, count(1))),
                "equation": one.equation.text,
                "answer": str(one.equation.answer),
                "skill": one.equation.skill,
                "given": str(one.given),
                "is_right": one.is_right,
                "milliseconds": 4000,
                "at": opened + timedelta(seconds=turn),
            }
        )
    about = {"seconds": 120, "questions": {"facts": []}, "opened_at": opened}
    yield ExitTicket, [{"id": ticket["ticket_id"], "class_session_id": session_id, **about}]
    entry = {**ticket, "started_at": opened, "seconds": 120, "order": {"facts": []}}
    yield TicketEntry, [{**entry, "student_id": student} for student in numbers]
    yield TicketAnswer, answers
