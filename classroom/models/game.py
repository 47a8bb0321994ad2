"""Games: a table's setup, its players, and the event log, which is the source of truth."""

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
    """The setup fields of the game record. Contains the order of the deck: never send it to clients.

    Loaded only to fold the position again."""
    cut: Mapped[dict[str, Any] | None]
    """How the players cut for the deal (D11): `rounds`, each with a card by seat, and `dealer`. None if they didn't."""
    version: Mapped[int] = mapped_column(default=0)
    """Number of the last event; 0 after the deal."""
    bot_due_at: Mapped[datetime | None] = mapped_column(index=True)
    """When a bot acts next; None if no bot can act."""
    turn_due_at: Mapped[datetime | None] = mapped_column(index=True)
    """When a bot plays the current turn for the student; None without a timer."""
    paused_at: Mapped[datetime | None]
    """The start of this table's own pause; None if it is not paused."""
    is_shared: Mapped[bool] = mapped_column(default=False)
    """Whether the table shares one device."""
    teams: Mapped[dict[str, Any] | None]
    """By team, as in the record: `name` and `colour`, if a teacher chose them."""
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
        """Return whether no one can move now: this table or all tables are paused."""
        return self.paused_at is not None or self.class_session.state == SessionState.PAUSED

    @property
    def is_under_way(self) -> bool:
        """Return whether the lesson is in progress and this table is not paused. The game itself may be over."""
        return self.paused_at is None and self.class_session.state == SessionState.PLAYING

    @property
    def players_at_end(self) -> list[Player]:
        """Return who played to the end of a finished game, by seat.

        A seat given after the last event belongs to the next game.
        """
        last = {player.seat: player for player in self.players if player.from_version < self.version}
        return [last[seat] for seat in sorted(last)]

    def last_seat_of(self, student_id: str) -> int | None:
        """Return the student's last seat; None if there was none before the last event (`players_at_end`)."""
        own = [one for one in self.players if one.student_id == student_id and one.from_version < self.version]
        return max(own, key=lambda one: one.id).seat if own else None


class Player(Base):
    """A tenure: who held a seat from one version of a game to another. No student means a bot."""

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
    """The game's version when someone else took the seat; None for the current holder."""

    game: Mapped[Game] = relationship(back_populates="players")
    student: Mapped[Student | None] = relationship(lazy="joined")  # lists of seats need names


class GameEvent(Base):
    """An event of a game. Append-only; its primary key decides between concurrent moves."""

    __tablename__ = "game_events"
    __table_args__ = (UniqueConstraint("game_id", "student_id", "idempotency_key"),)

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    version: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    event: Mapped[dict[str, Any]]
    """The event as in the game record."""
    intent: Mapped[dict[str, Any] | None]
    """The original move, if it became another event: a wrong `place` is logged as a `miss`."""
    student_id: Mapped[str | None] = mapped_column(ForeignKey("students.id", ondelete="SET NULL"), index=True)
    """Who moved; None for a bot, for chance, and for the teacher."""
    idempotency_key: Mapped[str | None] = mapped_column("client_key", String(40), key="idempotency_key")
    """The key that the page sent with the move, to find the first result for a repeated request."""
    at: Mapped[datetime] = mapped_column(default=clock.now)


def moves_of_students() -> Select[str | None]:
    """Build a query for the students of moves and answers: these students have *played*.

    Holding a seat doesn't count, and neither does a turn played by a bot for the student. Filter it by `Game`.
    """
    return select(GameEvent.student_id).join(Game).where(GameEvent.student_id.is_not(None))


class DealtFace(Base):
    """The choice of an equation: the reasons for a face, which itself is an event of the game."""

    __tablename__ = "dealt_faces"
    __table_args__ = (
        ForeignKeyConstraint(
            ["game_id", "version"], ["game_events.game_id", "game_events.version"], ondelete="CASCADE"
        ),
        Index("ix_dealt_faces_student_at", "student_id", "at"),
    )

    game_id: Mapped[str] = mapped_column(String(12), primary_key=True)
    version: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """The version of the `face` event."""
    student_id: Mapped[str] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"))
    card: Mapped[int]
    """The card's ID in its game."""
    goal: Mapped[float]
    """The target success rate."""
    at: Mapped[datetime]
    choice: Mapped[dict[str, Any]]
    """`learning.deals.Deal` as JSON (probability, reason, best candidates), plus `fact`, its fact family, and
    `floor`, the student's level at the start of the game."""
