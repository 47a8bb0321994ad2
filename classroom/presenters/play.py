"""A table as one of its students sees it: whose turn, the hand, the others, what just happened."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from classroom.models import Game, Player, SessionState
from classroom.presenters.board import ShownBoard, shown_board
from classroom.presenters.faces import ShownFace, shown_faces
from classroom.presenters.feedback import ShownNotice, chosen_card, feedback
from classroom.presenters.hand import ShownCard, ShownPad, ShownWarmUp, shown_coming, shown_hand, shown_pad
from classroom.presenters.log import last_space, logged_events, said
from classroom.presenters.opening import opening
from classroom.presenters.seats import name_of
from classroom.presenters.words import count, isolated
from classroom.services.baselines import number_to_type
from classroom.services.games import last_events
from classroom.services.positions import position_of
from engine import EDITIONS, DrawMode, Seat, Solve, SolveMode, View, view

LOG_LINES = 4
LOOKED_BACK = 36
"""So many events are read: a round at a table of six with misses, dead cards and cards solved."""


@dataclass(frozen=True, slots=True)
class ShownDeed:
    """Something else that can be done with a turn: a button."""

    do: str
    """What it posts: a word of the record, "exchange"."""
    text: str
    is_open: bool
    """Whether this is the moment for it. Never depends on which cards are held."""


@dataclass(frozen=True, slots=True)
class ShownPlayer:
    """Someone at the table."""

    name: str
    team: str
    is_me: bool
    is_on_turn: bool
    cards: int
    discards: tuple[ShownFace, ...]
    """Faces on the own discard pile, the top one first."""
    hand: tuple[ShownFace, ...] | None = None
    """Faces of the cards held, where this list shows them."""


@dataclass(frozen=True, slots=True)
class ShownTeam:
    """A side of the table and what it has reached."""

    team: str
    name: str
    sequences: int
    needed: int


@dataclass(frozen=True, slots=True)
class ShownTurn:
    """Whose turn it is and what happened last, in words."""

    team: str
    is_mine: bool
    title: str
    hint: str
    tries: str | None
    """"2 tries left"; None when they are unlimited or it is not the viewer's turn."""


@dataclass(frozen=True, slots=True)
class TablePage:
    """The page for play."""

    template: ClassVar[str] = "play/_board.html"

    client_key: str
    """New with every answer, so that a form sent twice counts once."""
    turn: ShownTurn
    notice: ShownNotice | None
    board: ShownBoard
    hand: tuple[ShownCard, ...]
    coming: str | None
    """What comes for cards that could not be solved."""
    pad: ShownPad | None
    warm_up: ShownWarmUp | None
    """In place of `pad`: the warm-up comes first."""
    deeds: tuple[ShownDeed, ...]
    teams: tuple[ShownTeam, ...]
    players: tuple[ShownPlayer, ...]
    log: tuple[str, ...]
    """The last events, newest first."""
    pile_size: int
    has_numbers: bool
    """Whether numbers are on the board; else playing cards."""
    solves_ahead: bool
    """Whether cards are solved before they are played."""


def table_page(
    game: Game,
    *,
    seat: int,
    student_id: str,
    warms_up: bool = False,
    refusal: str | None = None,
    tried_card: int | None = None,
) -> TablePage:
    """Show a game going on to the student in a seat.

    :param warms_up: whether a number is to be typed before the first card.
    :param refusal: the answer to a move that was just refused.
    :param tried_card: the card of that move, which stays chosen.
    """
    position = position_of(game)
    seen = view(position, seat)
    logged = logged_events(game, position, last_events(game, LOOKED_BACK))
    lines = said(logged, position, reader=student_id, is_brief=True)
    happened = said([one for one in logged if not isinstance(one.event, Solve)], position, reader=student_id)
    began = opening(game, reader=student_id)
    notice = ShownNotice(refusal, "bad") if refusal else feedback(logged, position, seat=seat, student_id=student_id)
    chosen = tried_card if tried_card is not None else chosen_card(logged, position, student_id=student_id)
    is_paused = game.class_session.state == SessionState.PAUSED
    pad = None if is_paused else shown_pad(seen, notice)
    warm_up = None
    if pad and warms_up:
        pad, warm_up = None, ShownWarmUp(number_to_type(game_id=game.id, student_id=student_id))
    players = shown_players((one for one in game.players if one.left_at_version is None), seen, student_id)
    return TablePage(
        client_key=secrets.token_urlsafe(12),
        turn=_turn(seen, players, happened[0] if happened else None, began, pad or warm_up, is_paused=is_paused),
        notice=None if pad and pad.said else notice,
        board=shown_board(seen, last_space=last_space(logged)),
        hand=shown_hand(seen, chosen=chosen, solving=pad.card if pad else None),
        coming=shown_coming(seen),
        pad=pad,
        warm_up=warm_up,
        deeds=() if is_paused else _deeds(seen, seat),
        teams=shown_teams(seen),
        players=players,
        log=(lines if game.cut is None else (*lines, began))[:LOG_LINES],
        pile_size=seen.pile_size,
        has_numbers=EDITIONS[seen.edition].has_misses,
        solves_ahead=seen.rules.solve is SolveMode.AHEAD,
    )


def shown_teams(seen: View) -> tuple[ShownTeam, ...]:
    """The teams of a table and their sequences."""
    made = [sequence.team for sequence in seen.sequences]
    needed = seen.rules.sequences_to_win
    teams = seen.seats[: len(seen.chips)]
    return tuple(ShownTeam(team.value, team.capitalize(), made.count(team), needed) for team in teams)


def told_teams(teams: Iterable[ShownTeam]) -> str:
    """What the teams have reached, for whoever cannot see the board."""
    return " ".join(f"{one.name}: {count(one.sequences, 'sequence')}." for one in teams)


def shown_players(
    players: Iterable[Player],
    seen: View,
    student_id: str | None,
    *,
    hands: Mapping[Seat, tuple[ShownFace, ...]] | None = None,
) -> tuple[ShownPlayer, ...]:
    """Show those who sit at a table, in the order given.

    :param student_id: who looks at the list; None: nobody of them.
    :param hands: for each seat whose hand is shown the faces in it.
    """
    return tuple(
        ShownPlayer(
            name=name_of(player),
            team=seen.seats[player.seat].value,
            is_me=student_id is not None and player.student_id == student_id,
            is_on_turn=seen.outcome is None and player.seat == seen.turn,
            cards=seen.hand_sizes[player.seat],
            discards=shown_faces(seen.edition, reversed(seen.discards[player.seat])),
            hand=hands.get(player.seat) if hands else None,
        )
        for player in players
    )


def _turn(
    seen: View,
    players: tuple[ShownPlayer, ...],
    last: str | None,
    began: str,
    pad: ShownPad | ShownWarmUp | None,
    *,
    is_paused: bool,
) -> ShownTurn:
    """Say whose turn it is.

    :param last: what happened last, if anything did; else `began` is told
    :param pad: the number pad, if there is something to solve
    """
    team = seen.seats[seen.turn].value
    if is_paused:
        return ShownTurn(team, is_mine=False, title="Paused", hint="Your teacher will go on in a moment.", tries=None)
    if seen.turn != seen.seat:
        name = next(player.name for player in players if player.is_on_turn)
        return ShownTurn(team, is_mine=False, title=f"{isolated(name)} is playing", hint=last or began, tries=None)
    first = "Answer your cards, then play one of them." if pad else "Choose a card, then a space on the board."
    happened = last or first
    if seen.forfeits_due[seen.turn]:
        happened = "Your team talked about the game. First give up a card."
    tries = seen.tries_left
    left = None if tries is None else "last try" if tries == 1 else f"{tries} tries left"
    return ShownTurn(team, is_mine=True, title="Your turn", hint=happened, tries=left)


def _deeds(seen: View, seat: int) -> tuple[ShownDeed, ...]:
    gives_up = seen.forfeits_due[seat] > 0
    is_free = seen.turn == seat and not gives_up
    deeds = [
        ShownDeed("exchange", "Turn in a dead card", is_open=is_free and not seen.has_exchanged),
        ShownDeed("pass", "I cannot play", is_open=is_free),
    ]
    if seen.rules.draw is DrawMode.MANUAL:
        deeds.insert(0, ShownDeed("draw", "Take a card", is_open=seen.owed[seat] > 0))
    if gives_up:
        deeds.insert(0, ShownDeed("forfeit", "Give up this card", is_open=True))
    return tuple(deeds)
