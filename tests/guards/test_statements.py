"""A request executes few SQL statements, and none of them twice."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from classroom.database import db
from classroom.models import ClassSession, Game, SessionState
from classroom.services.play.positions import position_of
from engine import Place, legal_moves
from tests.factories import make_attendance, make_class_session, make_game, make_student
from tests.sql_statements import statements

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.page_client import PageClient

HTMX = {"HX-Request": "true"}


class Table:
    """Bob and Ben at a table whose pages were opened before."""

    def __init__(self, cast: Cast, page: PageClient) -> None:
        ben = make_student("Ben", school_class=cast.class_7b)
        class_session = make_class_session(cast.class_7b, state=SessionState.PLAYING)
        for student in (cast.bob, ben):
            make_attendance(class_session, student)
        self.game: Game = make_game(class_session, [cast.bob, ben])
        db.session.commit()
        self.session_id = class_session.id
        self.page = page.sign_in(cast.bob)
        self.shown = page.get("play.show")

    def request(self, address: str, data: dict[str, str] | None = None) -> list[str]:
        """Send a request as the page does, and return the SQL statements that it executed."""
        with statements() as statements_run:
            method = "GET" if data is None else "POST"
            answer = self.page.request(method, address, HTMX, {"data": data})
            assert answer.status_code in {200, 204}, answer.text
        assert not [one for one, times in Counter(statements_run).items() if times > 1], statements_run
        return statements_run


@pytest.fixture
def table(cast: Cast, page: PageClient) -> Table:
    return Table(cast, page)


def version_of(table: Table) -> str:
    """Return the version that the page shows."""
    return next(str(one.fields["version"]) for one in table.shown.forms() if "version" in one.fields)


def test_a_fragment_takes_one_statement(table: Table) -> None:
    assert len(table.request(f"/play/fragment?version={version_of(table)}")) == 1
    assert len(table.request("/play/fragment?version=game.0.0.1")) == 1


def test_opening_a_page_again_takes_two_statements(table: Table) -> None:
    assert [one.split()[0] for one in table.request("/play")] == ["SELECT", "SELECT"]


def test_a_move_reads_three_times_and_writes_three_times(table: Table) -> None:
    game = db.session.get_one(Game, table.game.id)
    move = next(one for one in legal_moves(position_of(game)) if isinstance(one, Place))
    assert position_of(game).turn == 0
    form = next(one for one in table.shown.forms() if one.action.endswith("/moves"))
    wanted = move.to_json(position_of(game).setup.board)
    data = {
        **{name: str(value) for name, value in form.fields.items()},
        "card": str(wanted["card"]),
        "space": str(wanted["space"]),
    }
    statements_run = [one.split()[0] for one in table.request("/play/moves", data)]
    assert Counter(statements_run) == Counter(SELECT=3, BEGIN=1, INSERT=2, UPDATE=1, COMMIT=1)


def test_all_tables_take_as_many_statements_as_one(table: Table, cast: Cast) -> None:
    table.page.sign_in(cast.alice)
    address = f"/sessions/{table.session_id}/fragment"
    table.request(address)
    statements_for_one = table.request(address)
    for number in range(2, 6):
        make_game(db.session.get_one(ClassSession, table.session_id), [None, None], table_number=number)
    db.session.commit()
    table.request(address)
    assert len(table.request(address)) == len(statements_for_one) <= 8
