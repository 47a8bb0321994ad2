"""Choose a bot's move."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from engine.board import Pair
from engine.bots.evaluation import evaluate
from engine.bots.levels import STYLES, BotLevel, Style
from engine.cards import LARGEST_ANSWER, CardId, CardKind
from engine.editions import EDITIONS
from engine.events import Draw, Exchange, Forfeit, Move, Pass, Place, Play, Remove, Solve
from engine.legal_moves import placements, special_plays
from engine.lines import Mask, spaces_in, union
from engine.rules import SolveMode
from engine.seats import Seat
from engine.view import HeldCard, View

_NEARBY = (1, 2, 10)


def choose(
    view: View,
    own_labels: Mapping[CardId, str],
    level: BotLevel,
    rng: Random,
    *,
    miss_rate: float = 0.0,
) -> Move:
    """Choose the next move of the view's seat.

    Out of turn, the seat gives up a card, draws a card that it is owed, or solves one (D10).

    :param own_labels: the labels of the match cards in the hand
    :param miss_rate: the proportion of wrong answers, where wrong answers are possible
    :raises ValueError: if the seat can't do anything now
    """
    seat = view.seat
    if seat is None or view.outcome is not None:
        raise ValueError("nothing to choose: no seat, or the game is over")
    due = _due(view, seat, own_labels, rng, miss_rate)
    if due is not None:
        return due
    if seat != view.turn:
        raise ValueError("nothing to choose: another seat is active")
    pairs = _pairs(view, own_labels)
    is_open = _open(view)
    plays, idle = placements(seat, pairs, pairs, is_open)
    dead = [card for card in idle if pairs[card] is not None]
    if dead and not view.has_exchanged:
        return Exchange(seat, dead[0])
    for card in view.hand:
        if card.kind is not CardKind.MATCH:
            chips = _removable(view, seat) if card.kind is CardKind.REMOVE else None
            plays += special_plays(seat, card.id, is_open, chips)
    if not plays:
        return Pass(seat)
    play = _any(plays, rng) if level is BotLevel.FIRST_STEPS else _best(view, pairs, plays, STYLES[level], rng)
    pair = pairs[play.card]
    if pair is not None and rng.random() < miss_rate and _answers_on_board(view):
        return _wrong(play, is_open & ~pair[0], rng)
    return play


def number_given(right: int, miss_rate: float, rng: Random) -> int:
    """Return the bot's answer to a card to solve ahead (D10): correct, or a nearby number at `miss_rate`.

    :param miss_rate: the proportion of wrong answers
    """
    if rng.random() >= miss_rate:
        return right
    return (right + rng.choice(_NEARBY)) % (LARGEST_ANSWER + 1)


def _due(view: View, seat: Seat, own_labels: Mapping[CardId, str], rng: Random, miss_rate: float) -> Move | None:
    """Return a move that must come before playing or is allowed out of turn, if one is due."""
    if view.forfeits_due[seat]:
        return Forfeit(seat, _least_useful(view, own_labels, rng))
    if view.owed[seat]:
        return Draw(seat)
    if view.rules.solve is SolveMode.AHEAD:
        for card in view.hand:
            if card.kind is CardKind.MATCH and not card.is_solved:
                return Solve(seat, card.id, number_given(int(own_labels[card.id]), miss_rate, rng))
    return None


def _answers_on_board(view: View) -> bool:
    """Return whether a wrong space counts as an answer rather than an illegal move."""
    return EDITIONS[view.edition].has_misses and view.rules.solve is SolveMode.BOARD


def _pairs(view: View, own_labels: Mapping[CardId, str]) -> dict[CardId, Pair | None]:
    """Map each card in the hand to its two spaces, like `Setup.pairs`."""
    pairs = view.board.pairs
    return {card.id: pairs[own_labels[card.id]] if card.kind is CardKind.MATCH else None for card in view.hand}


def _open(view: View) -> Mask:
    return view.board.open_mask & ~union(view.chips)


def _removable(view: View, seat: Seat) -> Mask:
    return union(view.chips) & ~view.chips[seat % len(view.chips)] & ~view.locked


def _any(plays: list[Play], rng: Random) -> Play:
    """Pick a random card first, then one of its plays; otherwise a Plus, which fits anywhere, would soon be played."""
    card = rng.choice(sorted({play.card for play in plays}))
    return rng.choice([play for play in plays if play.card == card])


def _best(view: View, pairs: Mapping[CardId, Pair | None], plays: list[Play], style: Style, rng: Random) -> Play:
    """Pick the best play among those that the bot notices. It always notices a gain of `Style.alarm` or more."""
    held = union(pair[0] for pair in pairs.values() if pair is not None)
    evaluation = evaluate(view, view.turn % len(view.chips), held, style)
    special = {CardKind.WILD: style.plus, CardKind.REMOVE: style.minus}
    prices = {card.id: special.get(card.kind, 0.0) for card in view.hand}

    def gain(play: Play) -> float:
        spaces = evaluation.removing if isinstance(play, Remove) else evaluation.placing
        return spaces[play.space] - prices[play.card]

    noticed = [play for play in plays if rng.random() >= style.blindness or gain(play) >= style.alarm]
    return max(noticed or [rng.choice(plays)], key=gain)


def _least_useful(view: View, own_labels: Mapping[CardId, str], rng: Random) -> CardId:
    """Give up the card that fits the fewest open spaces, but a Plus or Minus only if there is nothing else."""
    is_open = _open(view)

    def use(card: HeldCard) -> int:
        if card.kind is not CardKind.MATCH:
            return 4 if card.kind is CardKind.REMOVE else 3
        spaces = view.board.spaces_of[own_labels[card.id]]
        return sum(is_open >> space & 1 for space in spaces)

    return min(rng.sample(view.hand, len(view.hand)), key=use).id


def _wrong(play: Play, wrong: Mask, rng: Random) -> Play:
    """Put a match card on an open space where it doesn't belong, if there is one."""
    spaces = spaces_in(wrong)
    return Place(play.seat, play.card, rng.choice(spaces)) if spaces else play
