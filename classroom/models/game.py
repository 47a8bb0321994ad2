"""Games: a table's set-up, its players, and the log of events that is the truth about it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, ForeignKeyConstraint, Index, Select, String, UniqueConstraint, select, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from classroom import clock
from classroom.database import Base, new_id
from classroom.models.class_session import ClassSession, SessionState
from classroom.models.student import Student


class Game(Base):
    """One game at one table. The position is a fold of `GameEvent` over `setup`."""

    __tablename__ = "games"
    __table_args__ = (UniqueConstraint("class_session_id", "table_number", "round"),)

    id: Mapped[str] = mapped_column(String(12), primary_key=True, default=new_id)
    class_session_id: Mapped[str] = mapped_column(ForeignKey("class_sessions.id", ondelete="CASCADE"), index=True)
    table_number: Mapped[int]
    round: Mapped[int] = mapped_column(default=1)
    """1 for a table's first game in the session, 2 for the next …"""
    setup: Mapped[dict[str, Any]] = mapped_column(deferred=True)
    """The set-up fields of the game record. It holds the order of the deck: never send it out.

    Read only when the position must be folded again."""
    cut: Mapped[dict[str, Any] | None]
    """How the players cut for the deal (D11): `rounds`, each a card by seat, and `dealer`. None where no one did."""
    version: Mapped[int] = mapped_column(default=0)
    """Number of the last event; 0 after the deal."""
    bot_due_at: Mapped[datetime | None] = mapped_column(index=True)
    """When a bot is to act next; None while no bot can."""
    turn_due_at: Mapped[datetime | None] = mapped_column(index=True)
    """When a bot plays the turn under way for anyone who holds it; None: turns are not timed."""
    paused_at: Mapped[datetime | None]
    """Since when this table alone is paused; None while it is not."""
    is_shared: Mapped[bool] = mapped_column(default=False)
    """Whether one device goes round at the table."""
    teams: Mapped[dict[str, Any] | None]
    """By team, as in the record: `name` and `colour`, where a teacher chose them."""
    started_at: Mapped[datetime] = mapped_column(default=clock.now)
    moved_at: Mapped[datetime] = mapped_column(default=clock.now)
    over_at: Mapped[datetime | None]
    outcome_reason: Mapped[str | None] = mapped_column(String(12))
    winner: Mapped[str | None] = mapped_column(String(8))

    class_session: Mapped[ClassSession] = relationship(back_populates="games")
    players: Mapped[list[Player]] = relationship(
        back_populates="game", order_by="(Player.seat, Player.id)", cascade="all, delete-orphan", passive_deletes=True
    )

    @property
    def is_paused(self) -> bool:
        """Whether no one can move for a while: this table is paused, or all are."""
        return self.paused_at is not None or self.class_session.state == SessionState.PAUSED

    @property
    def is_under_way(self) -> bool:
        """Whether the lesson is in progress and this table is not paused. The game itself may be over."""
        return self.paused_at is None and self.class_session.state == SessionState.PLAYING

    @property
    def players_at_end(self) -> list[Player]:
        """Who played to the end of a game that is over, by seat.

        Anyone who was given a seat only after the last event did not: that seat counts from the next game on.
        """
        last = {player.seat: player for player in self.players if player.from_version < self.version}
        return [last[seat] for seat in sorted(last)]

    def last_seat_of(self, student_id: str) -> int | None:
        """Find the student's last seat; None: never any, or only after the last event (`players_at_end`)."""
        own = [one for one in self.players if one.student_id == student_id and one.from_version < self.version]
        return max(own, key=lambda one: one.id).seat if own else None


class Player(Base):
    """Who sits in a seat from one version of a game to another: a tenure. No student: a bot."""

    __tablename__ = "players"
    __table_args__ = (
        Index("ix_players_student_id", "student_id", "game_id"),
        Index(
            "ix_players_one_in_seat",
            "game_id",
            "seat",
            unique=True,
            sqlite_where=text("left_at_version IS NULL"),
            postgresql_where=text("left_at_version IS NULL"),
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), index=True)
    seat: Mapped[int]
    student_id: Mapped[str | None] = mapped_column(ForeignKey("students.id", ondelete="SET NULL"))
    from_version: Mapped[int] = mapped_column(default=0)
    left_at_version: Mapped[int | None]
    """The game's version when the seat went to someone else; None for who sits there now."""

    game: Mapped[Game] = relationship(back_populates="players")
    student: Mapped[Student | None] = relationship(lazy="joined")  # anyone who lists seats wants names


class GameEvent(Base):
    """One event of a game. Append-only; its key decides between two who move at once."""

    __tablename__ = "game_events"
    __table_args__ = (UniqueConstraint("game_id", "student_id", "idempotency_key"),)

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    version: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    event: Mapped[dict[str, Any]]
    """The event as in the game record."""
    intent: Mapped[dict[str, Any] | None]
    """The move that was asked for, if it became another event: a wrong `place` is logged as a `miss`."""
    student_id: Mapped[str | None] = mapped_column(ForeignKey("students.id", ondelete="SET NULL"), index=True)
    """Who moved; None for a bot, for chance and for the teacher."""
    idempotency_key: Mapped[str | None] = mapped_column("client_key", String(40), key="idempotency_key")
    """The key that the page sent with the move: a repeated request finds its first answer by it."""
    at: Mapped[datetime] = mapped_column(default=clock.now)


def moves_of_students() -> Select[str | None]:
    """Build a query for the student of each move or answer: who is among them has *played*, wherever that is said.

    Holding a seat is not playing, and neither is a turn that a bot played for the student. Narrow it by `Game`.
    """
    return select(GameEvent.student_id).join(Game).where(GameEvent.student_id.is_not(None))


class DealtFace(Base):
    """One choice of an equation. The face itself is an event of the game; here is what led to it."""

    __tablename__ = "dealt_faces"
    __table_args__ = (
        ForeignKeyConstraint(
            ["game_id", "version"], ["game_events.game_id", "game_events.version"], ondelete="CASCADE"
        ),
        Index("ix_dealt_faces_student_at", "student_id", "at"),
    )

    game_id: Mapped[str] = mapped_column(String(12), primary_key=True)
    version: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """The `face` event."""
    student_id: Mapped[str] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"))
    card: Mapped[int]
    """The card's id in its game."""
    goal: Mapped[float]
    """The share of right answers that was aimed at."""
    at: Mapped[datetime]
    choice: Mapped[dict[str, Any]]
    """`learning.deals.Deal` as JSON (chance, reason, the best that could have been chosen), and besides `fact`, its
    number family, and `floor`, the student's level when the game began."""
