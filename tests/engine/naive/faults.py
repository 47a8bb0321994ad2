"""Referees that each get one rule wrong, as other programs do: the comparison must detect them all."""

from __future__ import annotations

from .referee import Json, Referee


class ForgetsLocks(Referee):
    """Chips of sequences can be removed."""

    def is_locked(self, space: str) -> bool:
        return False


class LocksNeighbours(Referee):
    """A chip that extends a sequence is locked with it."""

    def is_locked(self, space: str) -> bool:
        return any(
            super(LocksNeighbours, self).is_locked(place)
            for line in self.lines[space]
            for place in line
            if self.chips.get(place) == self.chips.get(space)
        )


class SharesTwo(Referee):
    """Sequences may share two spaces."""

    def may_count(self, team: str, line: list[str]) -> bool:
        return all(len(set(spaces) & set(line)) <= 2 for owner, spaces in self.sequences if owner == team)


class SharesNothing(Referee):
    """Sequences may not cross."""

    def may_count(self, team: str, line: list[str]) -> bool:
        return not any(set(spaces) & set(line) for owner, spaces in self.sequences if owner == team)


class SharesWithOthers(Referee):
    """Sequences may not touch other teams' sequences: noticeable only at a free corner."""

    def may_count(self, team: str, line: list[str]) -> bool:
        touches_others = any(set(spaces) & set(line) for owner, spaces in self.sequences if owner != team)
        return not touches_others and super().may_count(team, line)


class FindsOne(Referee):
    """One chip makes one sequence at most."""

    def _find_sequences(self, team: str, space: str) -> None:
        before = len(self.sequences)
        super()._find_sequences(team, space)
        del self.sequences[before + 1 :]


class FindsNearestFirst(Referee):
    """The lines through the chip are searched in the wrong order."""

    def _find_sequences(self, team: str, space: str) -> None:
        for line in reversed(self.lines[space]):
            is_filled = all(self.is_free(place) or self.chips.get(place) == team for place in line)
            if is_filled and self.may_count(team, line):
                self.sequences.append((team, line))


class DeadCardEndsTurn(Referee):
    """Turning in a dead card ends the turn."""

    def _exchange(self, event: Json) -> None:
        self._discard(event["seat"], event["card"])
        self._end_turn(passed=False)


class DrawsAfterWinning(Referee):
    """The winner draws a card, as after any move."""

    def _end(self, reason: str, winner: str | None) -> None:
        if reason == "sequences" and self.rules["draw"] == "auto":
            self._draw_card(self.turn)
        super()._end(reason, winner)


class LosesNothing(Referee):
    """Cards owed are never lost."""

    def is_lost(self, owed_for: int, drawn_for: int) -> bool:
        return False


class DrawsNewestFirst(Referee):
    """A seat takes the newest card that it is owed, and so loses the older ones."""

    def _draw(self, event: Json) -> None:
        self.owed[event["seat"]] = [max(self.owed[event["seat"]])]
        super()._draw(event)


class StallsTooEarly(Referee):
    """A move between passes does not reset the count."""

    def _end_turn(self, *, passed: bool) -> None:
        seat, had_passed = self.turn, self.passed_last[self.turn]
        super()._end_turn(passed=passed)
        self.passed_last[seat] = passed or had_passed


class ExchangeBreaksPasses(Referee):
    """Turning in a dead card resets the count of passes."""

    def _exchange(self, event: Json) -> None:
        super()._exchange(event)
        self.passed_last = [False for _ in self.seats]


class ForgetsPenalties(Referee):
    """A second penalty before the first is paid has no effect."""

    def _penalty(self, event: Json) -> None:
        super()._penalty(event)
        self.forfeits = [min(1, due) for due in self.forfeits]


class KeepsForfeits(Referee):
    """Forfeits remain due with an empty hand."""

    def _discard(self, seat: int, card: int) -> None:
        due = self.forfeits[seat]
        super()._discard(seat, card)
        self.forfeits[seat] = due


class MissesNeverTell(Referee):
    """The number of tries restarts each turn."""

    def _end_turn(self, *, passed: bool) -> None:
        super()._end_turn(passed=passed)
        self.answers.clear()


class FirstMissedIsDiscarded(Referee):
    """A lost turn costs the card of its first miss."""

    first_missed: int | None = None

    def _miss(self, event: Json) -> None:
        if self.misses_in_turn == 0:
            self.first_missed = event["card"]
        in_hand = self.first_missed in self.hands[event["seat"]]
        super()._miss({**event, "card": self.first_missed if in_hand else event["card"]})


class TiesHaveAWinner(Referee):
    """A tie at the end goes to the first of the leaders."""

    def _leader(self) -> str | None:
        return max(sorted(set(self.seats)), key=self._sequences_of)


class CornersAreEmpty(Referee):
    """A free corner counts as an empty space."""

    def _find_sequences(self, team: str, space: str) -> None:
        for line in self.lines[space]:
            if all(self.chips.get(place) == team for place in line) and self.may_count(team, line):
                self.sequences.append((team, line))


class DeadWhenHalfCovered(Referee):
    """One covered space makes a card dead."""

    def is_dead(self, card: int) -> bool:
        label = self.cards[card].get("label")
        return any(self.labels[place] == label for place in self.chips)


class KeepsTheMissedCard(Referee):
    """A turn lost by misses costs no card, and none is drawn."""

    def _miss(self, event: Json) -> None:
        if self.tries_left() == 1:
            self._end_turn(passed=True)
        else:
            super()._miss(event)


class DrawsOnPassing(Referee):
    """A pass is followed by a draw, like any move."""

    def _pass(self, event: Json) -> None:
        super()._pass(event)
        if self.outcome is None and self.rules["draw"] == "auto":
            self._draw_card(event["seat"])


class ReplacesAtOnce(Referee):
    """A card that could not be solved is replaced at once."""

    def _solve(self, event: Json) -> None:
        super()._solve(event)
        if self.replacements[event["seat"]]:
            self.replacements[event["seat"]] = 0
            self._draw_card(event["seat"])


class ReplacesWhenOnTurn(Referee):
    """A card lost out of turn is replaced when the seat's turn starts, not when it ends."""

    def _end_turn(self, *, passed: bool) -> None:
        super()._end_turn(passed=passed)
        while self.replacements[self.turn] and self.outcome is None:
            self.replacements[self.turn] -= 1
            self._draw_card(self.turn)


class ReplacementsAreOwed(Referee):
    """Where cards are drawn by hand, replacements are owed too."""

    def _end_turn(self, *, passed: bool) -> None:
        seat, number = self.turn, self.turn_number
        if self.rules["draw"] == "manual" and self.replacements[seat]:
            self.replacements[seat] = 0
            self.owed[seat].append(number)
        super()._end_turn(passed=passed)


class ReplacingPassesCount(Referee):
    """A pass that brings replacements counts toward a stalemate."""

    def _end_turn(self, *, passed: bool) -> None:
        seat = self.turn
        super()._end_turn(passed=passed)
        self.passed_last[seat] = passed
        if all(self.passed_last) and self.outcome is None:
            self._end("stalled", self._leader())


class LastWrongNumberEndsTurn(Referee):
    """A card that could not be solved costs the turn."""

    def _solve(self, event: Json) -> None:
        super()._solve(event)
        if event["card"] not in self.hands[event["seat"]] and event["seat"] == self.turn:
            self._end_turn(passed=False)


class TriesAreOfTheTurn(Referee):
    """Wrong numbers are forgotten when a turn ends."""

    def _end_turn(self, *, passed: bool) -> None:
        super()._end_turn(passed=passed)
        self.answers = {card: count for card, count in self.answers.items() if card in self.solved}


class StaysSolved(Referee):
    """A card that comes back after a shuffle is still solved."""

    def _discard(self, seat: int, card: int) -> None:
        was_solved = card in self.solved
        super()._discard(seat, card)
        if was_solved:
            self.solved.add(card)


class FacesOutliveTheShuffle(Referee):
    """A face stays on its card for the next holder."""

    def _reshuffle(self, event: Json) -> None:
        faces = dict(self.faces)
        super()._reshuffle(event)
        self.faces = faces


class ForgetsDrawsAfterTheShuffle(Referee):
    """Cards that the pile could not provide are not drawn after the shuffle."""

    def _reshuffle(self, event: Json) -> None:
        self.still_to_draw = []
        super()._reshuffle(event)
