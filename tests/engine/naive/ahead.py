"""Rare situations of solving ahead (D10) and of faces."""

from __future__ import annotations

from collections.abc import Iterator

from .referee import Json, Referee


def solving(before: Referee, event: Json, after: Referee) -> Iterator[str]:
    """Yield the rare situations in an answer."""
    seat, card = event["seat"], event["card"]
    place = "on-turn" if seat == before.turn else "out-of-turn"
    earlier = before.answers.get(card, 0)
    if before.forfeits[seat]:
        yield "solved-with-a-forfeit-due"
    if card in after.solved:
        yield f"solved-{place}"
        if earlier:
            yield "solved-after-a-miss"
    elif card not in after.hands[seat]:
        yield f"card-lost-{place}"
        if after.replacements[seat] > 1:
            yield "two-cards-lost-before-the-turn"
        if before.forfeits[seat] and not after.forfeits[seat]:
            yield "lost-the-last-card-and-its-forfeits"
    if earlier in (2, 5) and card not in after.solved:
        yield "third-wrong-number" if earlier == 2 else "sixth-wrong-number"


def replacing(before: Referee, event: Json, after: Referee) -> Iterator[str]:
    """Yield the rare situations in replacements of unsolved cards."""
    if event["do"] == "reshuffle" and before.still_to_draw:
        yield "replaced-after-the-reshuffle"
    if event["do"] == "forfeit" and before.is_unsolved(event["card"]):
        yield "unsolved-card-forfeited"
    due = before.replacements[before.turn]
    if not due or event["do"] not in ("place", "remove", "pass"):
        return
    if after.outcome:
        yield "won-with-a-replacement-due"
        return
    yield "replaced-after-a-pass" if event["do"] == "pass" else "replaced-after-a-play"
    if before.rules["draw"] == "manual":
        yield "replaced-where-cards-are-drawn-by-hand"
    if due > 1:
        yield "two-replaced"


def facing(before: Referee, _event: Json, after: Referee) -> Iterator[str]:
    """Yield the rare situations in which a face was dealt."""
    if before.last is None:
        yield "face-after-the-deal"
    elif before.last["do"] == "reshuffle":
        yield "face-after-the-reshuffle"
    elif before.last["do"] == "pass":
        yield "face-on-a-replacement"
    else:
        yield "face-on-a-card-drawn"
    if after.just_drawn:
        yield "two-faces-in-a-row"
