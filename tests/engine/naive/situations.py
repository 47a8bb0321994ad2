"""Rare situations in games, so that random runs can report which of them occurred."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from .ahead import facing, replacing, solving
from .lines import DIRECTIONS, name_of
from .referee import Json, Referee

SITUATIONS = frozenset(
    """
    six-in-a-row seven-in-a-row eight-in-a-row nine-in-a-row-are-two nine-in-a-row-are-one
    full-line-not-counted two-sequences-by-one-chip crossing-sequences more-than-needed
    corner-in-a-sequence corner-in-two-sequences corner-in-sequences-of-two-teams
    removal-beside-a-sequence chip-on-an-emptied-space
    exchange second-dead-card-kept exchange-then-miss miss-then-exchange half-covered-card-played
    pass pass-after-exchange pass-with-an-empty-hand pass-with-a-useless-removal-card
    all-but-one-passed-then-a-play stalled-with-a-winner stalled-as-a-draw
    stopped-with-a-winner stopped-as-a-draw won-by-sequences won-by-the-third-team
    reshuffle-after-place reshuffle-after-remove reshuffle-after-exchange reshuffle-after-miss
    reshuffle-after-draw two-reshuffles-in-a-game
    draw-out-of-turn draw-on-turn oldest-of-several-drawn card-lost several-cards-lost own-card-kept
    draw-that-loses-nothing draw-out-of-turn-with-a-forfeit-due draw-onto-an-empty-hand
    forfeit-on-turn forfeit-out-of-turn several-forfeits-due forfeits-lapse penalty-on-an-empty-hand
    penalty-between-tries
    miss-on-a-space miss-called-dead miss-with-a-dead-card two-cards-missed-in-a-turn
    solved-on-turn solved-out-of-turn solved-after-a-miss third-wrong-number sixth-wrong-number
    card-lost-on-turn card-lost-out-of-turn two-cards-lost-before-the-turn lost-the-last-card-and-its-forfeits
    solved-with-a-forfeit-due unsolved-card-forfeited
    replaced-after-a-play replaced-after-a-pass replaced-where-cards-are-drawn-by-hand two-replaced
    replaced-after-the-reshuffle won-with-a-replacement-due returned-card-unsolved
    face-after-the-deal face-on-a-card-drawn face-on-a-replacement face-after-the-reshuffle two-faces-in-a-row
    another-face-for-another-holder printed-face-after-another faced-card-discarded
    turn-lost-at-once turn-lost-after-tries fourth-try-in-a-turn third-answer-to-a-card
    """.split()
)
"""The situations that a run with many settings should cover."""


class Witness:
    """Counts the situations in any number of games from their events."""

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()
        self.refusals: Counter[str | None] = Counter()
        """By the engine's reason; None for events that it could not parse."""
        self._emptied: set[str] = set()
        self._reshuffles = 0

    def new_game(self) -> None:
        self._emptied = set()
        self._reshuffles = 0
        self._once: dict[str, set[int]] = {"solved": set(), "faced": set()}

    def tell(self, before: Referee, event: Json, after: Referee) -> None:
        """Count an event, given the game before and after it."""
        self.seen.update(set(situations(before, event, after)))
        match event["do"]:
            case "place" if event["space"] in self._emptied:
                self.seen["chip-on-an-emptied-space"] += 1
            case "remove":
                self._emptied.add(event["space"])
            case "reshuffle":
                self._reshuffles += 1
                self.seen["two-reshuffles-in-a-game"] += self._reshuffles == 2
            case "solve":
                self.seen["returned-card-unsolved"] += self._again("solved", before, event)
            case "face":
                self.seen["another-face-for-another-holder"] += self._again("faced", before, event)
        if event["do"] != "face" and before.last and before.last["do"] == "reshuffle":
            self._note_printed(before)

    def _again(self, what: str, before: Referee, event: Json) -> bool:
        """Record a card; return whether it was recorded before the latest reshuffle."""
        key = event["card"] * 100 + self._reshuffles
        earlier = {one // 100 for one in self._once[what] if one % 100 < self._reshuffles}
        self._once[what].add(key)
        return event["card"] in earlier

    def _note_printed(self, before: Referee) -> None:
        """Record newly drawn cards that had a face before and now show the printed one."""
        faced = {one // 100 for one in self._once["faced"] if one % 100 < self._reshuffles}
        self.seen["printed-face-after-another"] += bool(faced & before.just_drawn)


def situations(before: Referee, event: Json, after: Referee) -> Iterator[str]:
    """Yield the name of every rare situation in an event, given the game before and after."""
    of_kind = _OF_KIND.get(event["do"])
    if of_kind is not None:
        yield from of_kind(before, event, after)
    yield from replacing(before, event, after)
    if event.get("card") in before.faces and event["card"] not in after.hands[event["seat"]]:
        yield "faced-card-discarded"
    if after.reshuffle_due:
        yield f"reshuffle-after-{event['do']}"


def _winner(referee: Referee) -> str | None:
    winner: str | None = referee.outcome["winner"] if referee.outcome else None
    return winner


def _runs(referee: Referee, space: str) -> Iterator[set[str]]:
    """Yield the unbroken rows of own and free spaces through a space, one per direction."""
    team = referee.chips[space]
    for down, right in DIRECTIONS:
        run = {space}
        for sign in (1, -1):
            row, column = int(space[1:]) - 1, ord(space[0]) - ord("A")
            while True:
                row, column = row + sign * down, column + sign * right
                place = name_of(row, column) if row >= 0 and column >= 0 else ""
                if place not in referee.labels:
                    break
                if not referee.is_free(place) and referee.chips.get(place) != team:
                    break
                run.add(place)
        yield run


def _placing(before: Referee, event: Json, after: Referee) -> Iterator[str]:
    new = after.sequences[len(before.sequences) :]
    lengths = {6: "six", 7: "seven", 8: "eight"}
    for run in _runs(after, event["space"]):
        along = sum(team == before.seats[event["seat"]] and set(spaces) <= run for team, spaces in after.sequences)
        if len(run) in lengths:
            yield f"{lengths[len(run)]}-in-a-row"
        elif len(run) > 8 and along:
            yield "nine-in-a-row-are-two" if along == 2 else "nine-in-a-row-are-one"
        if len(run) > 5 and not new:
            yield "full-line-not-counted"
    if len(new) > 1:
        yield "two-sequences-by-one-chip"
    yield from _completing(before, new, after)
    card = before.cards[event["card"]]
    if card["kind"] == "match" and any(
        space in before.chips and label == card["label"] for space, label in before.labels.items()
    ):
        yield "half-covered-card-played"
    if sum(before.passed_last) == len(before.seats) - 1:
        yield "all-but-one-passed-then-a-play"


def _completing(before: Referee, new: list[tuple[str, list[str]]], after: Referee) -> Iterator[str]:
    for index, (team, spaces) in enumerate(new):
        others = after.sequences[: len(before.sequences) + index]
        corners = {space for space in spaces if after.is_free(space)}
        if corners:
            yield "corner-in-a-sequence"
        for owner, line in others:
            shared = set(line) & set(spaces)
            if owner == team and shared and not shared & corners:
                yield "crossing-sequences"
            if shared & corners:
                yield "corner-in-two-sequences" if owner == team else "corner-in-sequences-of-two-teams"
    if new and after.outcome:
        yield "won-by-sequences"
        made = sum(owner == new[0][0] for owner, _ in after.sequences)
        if made > after.rules["sequences_to_win"]:
            yield "more-than-needed"
        if new[0][0] == "red":
            yield "won-by-the-third-team"


def _removing(before: Referee, event: Json, _after: Referee) -> Iterator[str]:
    column, row = ord(event["space"][0]), int(event["space"][1:])
    near = [chr(column + right) + str(row + down) for down in (-1, 0, 1) for right in (-1, 0, 1)]
    if any(place in before.labels and before.is_locked(place) for place in near):
        yield "removal-beside-a-sequence"


def _exchanging(before: Referee, event: Json, after: Referee) -> Iterator[str]:
    yield "exchange"
    if any(after.is_dead(card) for card in after.hands[event["seat"]]):
        yield "second-dead-card-kept"
    if before.misses_in_turn:
        yield "miss-then-exchange"


def _missing(before: Referee, event: Json, after: Referee) -> Iterator[str]:
    yield "miss-on-a-space" if event["space"] else "miss-called-dead"
    if before.is_dead(event["card"]):
        yield "miss-with-a-dead-card"
    if before.has_exchanged:
        yield "exchange-then-miss"
    if before.misses_in_turn and event["card"] not in before.answers:
        yield "two-cards-missed-in-a-turn"
    if before.misses_in_turn == 3:
        yield "fourth-try-in-a-turn"
    if before.answers.get(event["card"], 0) == 2:
        yield "third-answer-to-a-card"
    if after.turn != before.turn:
        yield "turn-lost-after-tries" if before.misses_in_turn else "turn-lost-at-once"


def _passing(before: Referee, _event: Json, after: Referee) -> Iterator[str]:
    hand = before.hands[before.turn]
    yield "pass"
    if before.has_exchanged:
        yield "pass-after-exchange"
    if not hand:
        yield "pass-with-an-empty-hand"
    if any(before.cards[card]["kind"] == "remove" for card in hand):
        yield "pass-with-a-useless-removal-card"
    if after.outcome:
        yield "stalled-with-a-winner" if _winner(after) else "stalled-as-a-draw"


def _drawing(before: Referee, event: Json, after: Referee) -> Iterator[str]:
    seat = event["seat"]
    lost = sum(map(len, before.owed)) - sum(map(len, after.owed)) - 1
    yield "draw-on-turn" if seat == before.turn else "draw-out-of-turn"
    if len(before.owed[seat]) > 1:
        yield "oldest-of-several-drawn"
    if lost:
        yield "card-lost" if lost == 1 else "several-cards-lost"
    elif sum(map(len, after.owed)):
        yield "draw-that-loses-nothing"
    if lost and after.owed[seat]:
        yield "own-card-kept"
    if before.forfeits[seat]:
        yield "draw-out-of-turn-with-a-forfeit-due"
    if not before.hands[seat]:
        yield "draw-onto-an-empty-hand"


def _table_talk(before: Referee, event: Json, after: Referee) -> Iterator[str]:
    if event["do"] == "penalty":
        if any(team == event["team"] and not hand for team, hand in zip(before.seats, before.hands, strict=True)):
            yield "penalty-on-an-empty-hand"
        if max(after.forfeits) > 1:
            yield "several-forfeits-due"
        if before.misses_in_turn and after.forfeits[before.turn]:
            yield "penalty-between-tries"
        return
    yield "forfeit-on-turn" if event["seat"] == before.turn else "forfeit-out-of-turn"
    if before.forfeits[event["seat"]] > 1 and not after.forfeits[event["seat"]]:
        yield "forfeits-lapse"


def _stopping(_before: Referee, _event: Json, after: Referee) -> Iterator[str]:
    yield "stopped-with-a-winner" if _winner(after) else "stopped-as-a-draw"


_OF_KIND: dict[str, Callable[[Referee, Json, Referee], Iterator[str]]] = {
    "place": _placing,
    "remove": _removing,
    "exchange": _exchanging,
    "miss": _missing,
    "pass": _passing,
    "draw": _drawing,
    "penalty": _table_talk,
    "forfeit": _table_talk,
    "solve": solving,
    "face": facing,
    "stop": _stopping,
}
