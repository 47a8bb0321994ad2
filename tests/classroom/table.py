"""A table for tests of students' pages: who is on turn, and forms with right and wrong answers."""

from __future__ import annotations

from dataclasses import dataclass

from classroom.models import Game, SessionState, Student
from classroom.services.play.game_row import seats_of
from classroom.services.play.positions import position_of
from classroom.services.settings import TableSettings
from engine import CardKind, Position, right_spaces
from tests.factories import make_attendance, make_class_session, make_game, make_student


@dataclass(frozen=True)
class Table:
    """Two students at a game that was just dealt."""

    game: Game
    students: tuple[Student, ...]

    @property
    def position(self) -> Position:
        """The game as it is now."""
        return position_of(self.game)

    @property
    def active_player(self) -> Student:
        """The student on turn."""
        holder = seats_of(self.game)[self.position.turn]
        return next(student for student in self.students if student.id == holder)

    @property
    def other(self) -> Student:
        """The student who waits."""
        return next(student for student in self.students if student is not self.active_player)

    def right(self) -> dict[str, str]:
        """A card of the hand on turn and one of its spaces."""
        card, spaces = self._card()
        return self._form(card, spaces[0])

    def wrong(self) -> dict[str, str]:
        """The same card and an open space with another number."""
        card, spaces = self._card()
        board = self.position.setup.board
        space = next(s for s in range(board.size) if self.position.open >> s & 1 and s not in spaces)
        return self._form(card, space)

    def face(self) -> str:
        """The equation that `right` and `wrong` answer."""
        return self.position.setup.cards_by_id[self._card()[0]].face

    def answer(self) -> str:
        """Its answer."""
        label = self.position.setup.cards_by_id[self._card()[0]].label
        assert label is not None
        return label

    def _card(self) -> tuple[int, tuple[int, ...]]:
        position = self.position
        for card in position.hands[position.turn]:
            spaces = tuple(space for space in right_spaces(position, card) if position.open >> space & 1)
            if position.setup.cards_by_id[card].kind is CardKind.MATCH and spaces:
                return card, spaces
        raise AssertionError("no equation in this hand has an open space")

    def _form(self, card: int, space: int) -> dict[str, str]:
        return {"card": str(card), "space": self.position.setup.board.name(space)}


def make_table(settings: TableSettings | None = None, *, seed: int = 1) -> Table:
    """Seat two students of a class in a running session."""
    class_session = make_class_session(state=SessionState.PLAYING, settings=settings)
    students = tuple(make_student(name, school_class=class_session.school_class) for name in ("Ana", "Ben"))
    for student in students:
        make_attendance(class_session, student)
    return Table(make_game(class_session, students, seed=seed, settings=settings), students)
