"""Hypothesis strategies: tables, and games reached by moves of every kind, correct and wrong."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

from hypothesis import strategies as st

from engine import (
    BUILT_IN_DECKS,
    CLASSIC,
    EDITIONS,
    DrawMode,
    Event,
    Exchange,
    Face,
    Forfeit,
    IllegalMoveError,
    Layout,
    Penalty,
    Place,
    Position,
    Rules,
    Setup,
    Solve,
    SolveMode,
    apply_event,
    classic_setup,
    legal_moves,
    numbers_setup,
    record_to_json,
    start,
    step,
)
from engine.events import Draw, Move, Pass, Remove

FACED = 0.8
"""The proportion of cards that get a face, if faces are dealt."""

OFFERED = [(deck.key, size) for deck in BUILT_IN_DECKS.values() for size in deck.sizes]


@dataclass(repr=False)
class Played:
    """A game in progress: its log and all its positions."""

    setup: Setup
    events: list[Event] = field(default_factory=list)
    positions: list[Position] = field(default_factory=list)

    def __repr__(self) -> str:
        record = record_to_json(self.setup, self.events, self.position.outcome)
        return f"check_record({record})"

    @property
    def position(self) -> Position:
        return self.positions[-1]


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """Draw a table of the Numbers edition."""
    edition = EDITIONS["numbers"]
    players = draw(st.sampled_from(edition.player_counts))
    teams = draw(st.sampled_from(edition.team_counts(players)))
    deck, size = draw(st.sampled_from(OFFERED))
    rules = Rules(
        hand_size=draw(st.integers(1, 4)),
        sequences_to_win=draw(st.integers(1, 3)),
        draw=draw(st.sampled_from(DrawMode)),
        tries=draw(st.sampled_from([1, 2, 3, None])),
        solve=draw(st.sampled_from(SolveMode)),
    )
    return numbers_setup(
        deck=BUILT_IN_DECKS[deck],
        size=size,
        layout=draw(st.sampled_from(Layout)),
        players=players,
        teams=teams,
        rules=rules,
        rng=Random(draw(st.integers(0, 10**6))),
    )


@st.composite
def classic_setups(draw: st.DrawFn) -> Setup:
    """Draw a table of the classic edition."""
    players = draw(st.sampled_from(CLASSIC.player_counts))
    teams = draw(st.sampled_from(CLASSIC.team_counts(players)))
    rules = replace(CLASSIC.default_rules(players, teams), draw=draw(st.sampled_from(DrawMode)))
    return classic_setup(players=players, teams=teams, rules=rules, rng=Random(draw(st.integers(0, 10**6))))


@st.composite
def games(draw: st.DrawFn, max_steps: int = 120) -> Played:
    """Draw a game of random moves: mostly correct ones, and every kind of wrong one."""
    setup = draw(setups())
    rng = Random(draw(st.integers(0, 10**6)))
    steps = draw(st.integers(0, max_steps))
    wildness, faces = draw(st.sampled_from([0.0, 0.1, 0.5])), draw(st.sampled_from([0.0, 0.7]))
    return play_at_random(setup, rng, steps, wildness=wildness, faces=faces)


def play_at_random(setup: Setup, rng: Random, steps: int, *, wildness: float, faces: float = 0.0) -> Played:
    """Play this many steps, or to the end. Refused moves are ignored.

    :param faces: the proportion of draws for which faces are dealt
    """
    played = Played(setup, positions=[start(setup)])
    if rng.random() < faces:
        deal_faces(played, rng)
    for _ in range(steps):
        position = played.position
        if position.outcome is not None:
            break
        move = any_move(position, rng) if rng.random() < wildness else rng.choice(legal_moves(position))
        try:
            events, after = step(position, move, rng)
        except IllegalMoveError:
            continue
        played.events += events
        played.positions += [apply_event(position, events[0])] * (len(events) > 1) + [after]
        if rng.random() < faces:
            deal_faces(played, rng)
    return played


def deal_faces(played: Played, rng: Random) -> None:
    """Deal faces for some of the cards just drawn."""
    for seat, hand in enumerate(played.position.hands):
        for card in hand:
            position = played.position
            event = Face(seat, card, f"{rng.randrange(99)} + {card}.")
            if card in position.fresh and position.setup.pairs[card] and rng.random() < FACED and not position.outcome:
                played.events.append(event)
                played.positions.append(apply_event(position, event))


def any_move(position: Position, rng: Random) -> Move:
    """Return a random move, legal or not, with cards in someone's hand."""
    setup = position.setup
    seat = rng.randrange(len(setup.seats)) if rng.random() < 0.3 else position.turn
    cards = position.hands[seat] or (0,)
    card = rng.choice(cards)
    space = rng.randrange(setup.board.size)
    moves: list[Move] = [
        Place(seat, card, space),
        Place(seat, card, space),
        Remove(seat, card, space),
        Exchange(seat, card),
        Pass(seat),
        Draw(seat),
        Forfeit(seat, card),
        Penalty(rng.choice(setup.teams)) if rng.random() < 0.2 else Pass(seat),
    ]
    if setup.solves_ahead:
        moves += [Solve(seat, card, setup.answers.get(card, 0) + slip) for slip in (0, 0, 1)]
    return rng.choice(moves)
