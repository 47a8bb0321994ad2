"""Random play that favors rare situations: crowded boards, long rows, owed cards, unpaid forfeits."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass

from .legality import legal_actions, objection_to
from .referee import Json, Referee

LANES = 4
"""Each team fills one row of this many."""


@dataclass(frozen=True, kw_only=True)
class PlayStyle:
    """Probabilities of optional actions of players and host."""

    lanes: float = 0.6
    """A chip goes into the rows that its team fills."""
    crossing: float = 0.1
    """A chip goes where two lines of its team cross."""
    corners: float = 0.02
    """A chip continues a line that ends in a free corner."""
    miss: float = 0.1
    penalty: float = 0.01
    late_draw: float = 0.5
    """A seat postpones drawing the card it is owed."""
    early_payment: float = 0.3
    """A forfeit is paid out of turn."""
    removal: float = 0.3
    """A removal card is played when another move is possible."""
    stop: float = 0.002
    foresight: float = 0.3
    """A card is solved out of turn (D10)."""
    faces: float = 0.0
    """A newly drawn card gets a face."""


def next_event(referee: Referee, style: PlayStyle, rng: random.Random, actions: list[Json] | None = None) -> Json:
    """Choose one legal event of an unfinished game; its legal actions may be passed to save time."""
    if referee.reshuffle_due:
        discarded = [card for cards in referee.discards for card in cards]
        return {"do": "reshuffle", "deck": rng.sample(discarded, len(discarded))}
    if event := _unasked(referee, style, rng):
        return event
    for seat in rng.sample(range(len(referee.seats)), len(referee.seats)):
        if seat != referee.turn and (event := _out_of_turn(referee, seat, style, rng)):
            return event
    if event := _answering(referee, style, rng):
        return event
    return _on_turn(referee, actions or legal_actions(referee), style, rng)


def _answering(referee: Referee, style: PlayStyle, rng: random.Random) -> Json | None:
    """Let the active seat miss on the board, or solve ahead."""
    if referee.is_ahead():
        is_free = referee.forfeits[referee.turn] == 0 and rng.random() < 0.7
        return an_answer(referee, referee.turn, style, rng) if is_free else None
    return a_miss(referee, rng) if rng.random() < style.miss else None


def _unasked(referee: Referee, style: PlayStyle, rng: random.Random) -> Json | None:
    """Let the table deal a face, or the host intervene."""
    if rng.random() < style.faces and (event := a_face(referee, rng)):
        return event
    if rng.random() < style.stop:
        return {"do": "stop"}
    if rng.random() < style.penalty:
        return {"do": "penalty", "team": rng.choice(referee.seats)}
    return None


def _out_of_turn(referee: Referee, seat: int, style: PlayStyle, rng: random.Random) -> Json | None:
    if referee.forfeits[seat] and rng.random() < style.early_payment:
        return {"do": "forfeit", "seat": seat, "card": rng.choice(referee.hands[seat])}
    if referee.owed[seat] and rng.random() > style.late_draw:
        return {"do": "draw", "seat": seat}
    if rng.random() < style.foresight:
        return an_answer(referee, seat, style, rng)
    return None


def an_answer(referee: Referee, seat: int, style: PlayStyle, rng: random.Random) -> Json | None:
    """Return an answer to a card of a seat that waits for one, right or wrong (D10)."""
    waiting = [card for card in referee.hands[seat] if referee.is_unsolved(card)]
    if not waiting:
        return None
    card = rng.choice(waiting)
    answer = int(referee.cards[card]["label"])
    if rng.random() < style.miss:
        answer += rng.choice([-1, 1, 10])
    return {"do": "solve", "seat": seat, "card": card, "answer": answer}


def a_face(referee: Referee, rng: random.Random) -> Json | None:
    """Return a face with a question for a newly drawn card, if there is one."""
    for seat, hand in enumerate(referee.hands):
        for card in rng.sample(hand, len(hand)):
            face = f"{rng.randrange(99)} + {card}"
            event = {"do": "face", "seat": seat, "card": card, "face": face}
            if objection_to(referee, event) is None:
                return event
    return None


def a_miss(referee: Referee, rng: random.Random) -> Json | None:
    """Return a miss that is legal now, or None if the first few attempts are not."""
    if not referee.hands[referee.turn]:
        return None
    for _ in range(6):
        card = rng.choice(referee.hands[referee.turn])
        space = rng.choice([None, *referee.labels])
        event = {"do": "miss", "seat": referee.turn, "card": card, "space": space}
        if objection_to(referee, event) is None:
            return event
    return None


def _on_turn(referee: Referee, actions: list[Json], style: PlayStyle, rng: random.Random) -> Json:
    by_do: dict[str, list[Json]] = {}
    for action in actions:
        by_do.setdefault(action["do"], []).append(action)
    if "draw" in by_do and (len(by_do) == 1 or rng.random() > style.late_draw):
        return by_do["draw"][0]
    if "exchange" in by_do and (set(by_do) <= {"exchange", "draw"} or rng.random() < 0.5):
        return rng.choice(by_do["exchange"])
    if "remove" in by_do and ("place" not in by_do or rng.random() < style.removal):
        return _choose_removal(referee, by_do["remove"], rng)
    if "place" in by_do:
        return _choose_place(referee, by_do["place"], style, rng)
    return rng.choice([action for action in actions if action["do"] != "exchange"] or actions)


def _choose_removal(referee: Referee, removals: list[Json], rng: random.Random) -> Json:
    """Sometimes take a chip on a line with a locked space, if there is one."""
    beside = [
        event
        for event in removals
        if any(referee.is_locked(place) for line in referee.lines[event["space"]] for place in line)
    ]
    return rng.choice(beside if beside and rng.random() < 0.7 else removals)


def _choose_place(referee: Referee, places: list[Json], style: PlayStyle, rng: random.Random) -> Json:
    team = referee.seats[referee.turn]
    teams = sorted(set(referee.seats))
    lane = [event for event in places if int(event["space"][1:]) % LANES == teams.index(team)]
    cornered = [event for event in places if _ends_in_a_corner(referee, event["space"])]
    if cornered and rng.random() < style.corners:
        return rng.choice(cornered)
    if lane and rng.random() < style.lanes:
        return rng.choice(lane)
    if rng.random() < style.crossing:
        return max(places, key=lambda event: _own_neighbors(referee, team, event["space"]))
    return rng.choice(places)


def _own_neighbors(referee: Referee, team: str, space: str) -> int:
    """Count own and free spaces on all lines through a space, with repetitions."""
    near = itertools.chain(*referee.lines[space])
    return sum(referee.is_free(place) or referee.chips.get(place) == team for place in near)


def _ends_in_a_corner(referee: Referee, space: str) -> bool:
    return any(referee.is_free(end) for line in referee.lines[space] for end in (line[0], line[-1]))
