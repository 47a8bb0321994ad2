"""A second engine: the rules applied to the JSON of a record, as slowly and plainly as possible."""

from __future__ import annotations

import copy
from typing import Any

from .legality import objection_to
from .lines import labels_by_space, lines_through_spaces

Json = dict[str, Any]


class Illegal(Exception):
    """The rules do not allow an event now."""


class Referee:
    """The state of one game, changed in place by the events of its record.

    Takes the setup fields of a record (board, rules, seats, dealer, cards, deck). Other
    fields are ignored, and the setup is not checked.
    """

    def __init__(self, record: Json) -> None:
        self.record = record
        self.edition: str = record["edition"]
        self.rules: Json = record["rules"]
        self.seats: list[str] = record["seats"]
        self.labels = labels_by_space(record["board"])
        self.labeled: dict[str, list[str]] = {}
        for space, label in self.labels.items():
            self.labeled.setdefault(label, []).append(space)
        self.lines = lines_through_spaces(len(record["board"]), len(record["board"][0]))
        self.cards: dict[int, Json] = {card["id"]: card for card in record["cards"]}
        self.pile: list[int] = list(record["deck"])
        self.hands: list[list[int]] = [[] for _ in self.seats]
        self.discards: list[list[int]] = [[] for _ in self.seats]
        self.chips: dict[str, str] = {}
        self.sequences: list[tuple[str, list[str]]] = []
        self.turn = self.seat_after(record["dealer"])
        self.turn_number = 0
        self.has_exchanged = False
        self.misses_in_turn = 0
        self.answers: dict[int, int] = {}
        self.owed: list[list[int]] = [[] for _ in self.seats]
        self.forfeits: list[int] = [0 for _ in self.seats]
        self.passed_last: list[bool] = [False for _ in self.seats]
        self.reshuffle_due = False
        self.still_to_draw: list[int] = []
        self.solved: set[int] = set()
        self.replacements: list[int] = [0 for _ in self.seats]
        self.faces: dict[int, str] = {}
        self.has_faces = False
        self.just_drawn: set[int] = set()
        self.last: Json | None = None
        self.outcome: Json | None = None
        self.deal()

    def deal(self) -> None:
        """Deal one card at a time, clockwise, from the seat after the dealer."""
        seat = self.turn
        for _ in range(self.rules["hand_size"] * len(self.seats)):
            card = self.pile.pop(0)
            self.hands[seat].append(card)
            self.just_drawn.add(card)
            seat = self.seat_after(seat)

    def seat_after(self, seat: int) -> int:
        """Return the next seat clockwise."""
        return (seat + 1) % len(self.seats)

    # State of cards and spaces

    def is_free(self, space: str) -> bool:
        """Return whether a space is a free corner."""
        return self.labels[space] == "*"

    def is_open(self, space: str) -> bool:
        """Return whether a chip can be placed here because the space is empty."""
        return not self.is_free(space) and space not in self.chips

    def is_locked(self, space: str) -> bool:
        """Return whether a space is in a completed sequence."""
        return any(space in spaces for _, spaces in self.sequences)

    def is_dead(self, card: int) -> bool:
        """Return whether a card is a match card with all spaces of its label covered."""
        return self.cards[card]["kind"] == "match" and all(space in self.chips for space in self.spaces_of(card))

    def spaces_of(self, card: int) -> list[str]:
        """Return the spaces with the label of a match card."""
        return self.labeled.get(self.cards[card]["label"], [])

    def is_ahead(self) -> bool:
        """Return whether cards are solved before they are played (D10)."""
        return bool(self.rules.get("solve") == "ahead")

    def is_unsolved(self, card: int) -> bool:
        """Return whether a card is not solved yet (D10)."""
        return self.is_ahead() and self.cards[card]["kind"] == "match" and card not in self.solved

    def tries_left(self) -> int | None:
        """Return how many misses end the turn (D7), or None if none ever does."""
        tries = self.rules["tries"]
        return None if tries is None or self.is_ahead() else tries - self.misses_in_turn

    def tries_left_for(self, card: int) -> int | None:
        """Return how many misses cost a card (D10), or None if none ever does."""
        tries = self.rules["tries"]
        return tries - self.answers.get(card, 0) if tries is not None and self.is_unsolved(card) else None

    def objection(self, event: Json) -> str | None:
        """Return why an event is illegal now, or None if it is legal."""
        return objection_to(self, event)

    def clone(self) -> Referee:
        """Return a copy of the game."""
        twin = copy.copy(self)
        twin.pile = list(self.pile)
        twin.hands = [list(hand) for hand in self.hands]
        twin.discards = [list(pile) for pile in self.discards]
        twin.chips = dict(self.chips)
        twin.sequences = list(self.sequences)
        twin.answers = dict(self.answers)
        twin.owed = [list(owed) for owed in self.owed]
        twin.forfeits = list(self.forfeits)
        twin.passed_last = list(self.passed_last)
        twin.solved = set(self.solved)
        twin.replacements = list(self.replacements)
        twin.still_to_draw = list(self.still_to_draw)
        twin.faces = dict(self.faces)
        twin.just_drawn = set(self.just_drawn)
        return twin

    # Effects of events

    def apply(self, event: Json) -> None:
        """Change the game as an event of its record says.

        :raises Illegal: if the rules do not allow it; nothing has changed then.
        """
        objection = self.objection(event)
        if objection is not None:
            raise Illegal(objection)
        if event["do"] != "face":
            self.last = event
            if event["do"] != "reshuffle":
                self.just_drawn = set()
        getattr(self, f"_{event['do']}")(event)

    def _place(self, event: Json) -> None:
        seat, space = event["seat"], event["space"]
        self.chips[space] = self.seats[seat]
        self._discard(seat, event["card"])
        self._find_sequences(self.seats[seat], space)
        if self._sequences_of(self.seats[seat]) >= self.rules["sequences_to_win"]:
            self._end("sequences", self.seats[seat])
        else:
            self._end_turn(passed=False)

    def _remove(self, event: Json) -> None:
        del self.chips[event["space"]]
        self._discard(event["seat"], event["card"])
        self._end_turn(passed=False)

    def _exchange(self, event: Json) -> None:
        self._discard(event["seat"], event["card"])
        self.has_exchanged = True
        self._draw_card(event["seat"])

    def _miss(self, event: Json) -> None:
        self.misses_in_turn += 1
        self.answers[event["card"]] = self.answers.get(event["card"], 0) + 1
        if self.tries_left() == 0:
            self._discard(event["seat"], event["card"])
            self._end_turn(passed=False)

    def _pass(self, _event: Json) -> None:
        self._end_turn(passed=True)

    def _draw(self, event: Json) -> None:
        """D5: draw the oldest card owed; cards owed for earlier turns are lost."""
        turn_number = min(self.owed[event["seat"]])
        self.owed[event["seat"]].remove(turn_number)
        for seat, owed in enumerate(self.owed):
            self.owed[seat] = [number for number in owed if not self.is_lost(number, turn_number)]
        self._draw_card(event["seat"])

    def is_lost(self, owed_for: int, drawn_for: int) -> bool:
        """D5: return whether a card owed for one turn is lost when that of another is drawn."""
        return owed_for < drawn_for

    def _penalty(self, event: Json) -> None:
        for seat, team in enumerate(self.seats):
            if team == event["team"] and self.hands[seat]:
                self.forfeits[seat] += 1

    def _forfeit(self, event: Json) -> None:
        self.forfeits[event["seat"]] -= 1
        self._discard(event["seat"], event["card"])

    def _reshuffle(self, event: Json) -> None:
        self.pile = list(event["deck"])
        self.discards = [[] for _ in self.seats]
        self.reshuffle_due = False
        in_hands = {card for hand in self.hands for card in hand}
        self.faces = {card: face for card, face in self.faces.items() if card in in_hands}
        waiting, self.still_to_draw = self.still_to_draw, []
        for seat in waiting:
            self._draw_card(seat)

    def _solve(self, event: Json) -> None:
        """D10: a right number solves the card; the last wrong one costs it."""
        card = event["card"]
        self.answers[card] = self.answers.get(card, 0) + 1
        if int(event["answer"]) == int(self.cards[card]["label"]):
            self.solved.add(card)
        elif self.answers[card] == self.rules["tries"]:
            self._discard(event["seat"], card)
            self.replacements[event["seat"]] += 1

    def _face(self, event: Json) -> None:
        self.has_faces = True
        self.faces[event["card"]] = event["face"]
        self.just_drawn.remove(event["card"])

    def _stop(self, _event: Json) -> None:
        self._end("stopped", self._leader())

    # Parts of events

    def _discard(self, seat: int, card: int) -> None:
        self.hands[seat].remove(card)
        self.discards[seat].append(card)
        self.answers.pop(card, None)
        self.solved.discard(card)
        if not self.hands[seat]:
            self.forfeits[seat] = 0

    def _draw_card(self, seat: int) -> None:
        """D4: draws that the pile cannot provide wait for the reshuffle."""
        if self.reshuffle_due:
            self.still_to_draw.append(seat)
            return
        card = self.pile.pop(0)
        self.hands[seat].append(card)
        self.just_drawn.add(card)
        self.reshuffle_due = not self.pile

    def _end_turn(self, *, passed: bool) -> None:
        seat = self.turn
        # D3: a pass that brings replacements (D10) does not count.
        self.passed_last[seat] = passed and self.replacements[seat] == 0
        if not passed and self.rules["draw"] == "auto":
            self._draw_card(seat)
        elif not passed:
            self.owed[seat].append(self.turn_number)
        while self.replacements[seat]:
            self.replacements[seat] -= 1
            self._draw_card(seat)
        if all(self.passed_last):
            self._end("stalled", self._leader())
            return
        self.turn = self.seat_after(seat)
        self.turn_number += 1
        self.has_exchanged = False
        self.misses_in_turn = 0

    def _find_sequences(self, team: str, space: str) -> None:
        """D8: record every sequence completed by the chip just placed."""
        for line in self.lines[space]:
            is_filled = all(self.is_free(place) or self.chips.get(place) == team for place in line)
            if is_filled and self.may_count(team, line):
                self.sequences.append((team, line))

    def may_count(self, team: str, line: list[str]) -> bool:
        """D8: return whether a full line shares few enough spaces with the team's sequences."""
        return all(len(set(spaces) & set(line)) <= 1 for owner, spaces in self.sequences if owner == team)

    def _sequences_of(self, team: str) -> int:
        return sum(owner == team for owner, _ in self.sequences)

    def _leader(self) -> str | None:
        """D9: return the team with more sequences than every other one, if there is one."""
        teams = set(self.seats)
        most = max(self._sequences_of(team) for team in teams)
        leaders = [team for team in teams if self._sequences_of(team) == most]
        return leaders[0] if len(leaders) == 1 else None

    def _end(self, reason: str, winner: str | None) -> None:
        self.outcome = {
            "reason": reason,
            "winner": winner,
            "sequences": [{"team": team, "spaces": spaces} for team, spaces in self.sequences],
        }
