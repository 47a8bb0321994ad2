"""Search for data that a browser must not receive: equations in other hands, or marks of correct spaces."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from sqlalchemy import select

from classroom.database import db
from classroom.hosting import hosted_app
from classroom.models import Game
from classroom.services.play.positions import setup_from_json
from classroom.services.play.records import events_of
from engine import CardKind, apply_event, event_from_json, start

if TYPE_CHECKING:
    from pathlib import Path

_SPACE = re.compile(r'<button class="space\b[^>]*name="space".*?</button>', re.DOTALL)
_BOARD_AT_THE_END = re.compile(r'<form id="move" method="dialog">.*?</form>', re.DOTALL)
"""After the game, when each space is closed."""


@dataclass(frozen=True)
class Faces:
    """The equations of a game: when each became public, and who held it."""

    public_at: dict[str, float]
    """Seconds since 1970; equations that never became public are missing."""
    held_by: dict[str, set[str]]
    """For each equation, everyone who ever held it."""


def faces_of(folder: Path, game_id: str) -> Faces:
    """Replay a game of a stopped server, and record who held what when."""
    with hosted_app(instance_path=folder) as app, app.app_context():
        game = db.session.execute(select(Game).where(Game.id == game_id)).scalar_one()
        holder = {player.seat: player.student_id for player in game.players}
        setup = setup_from_json(game.setup)
        rows = [(event_from_json(row.event, setup.board), row.at.timestamp()) for row in events_of(game)]
    cards = {card.id: card.face for card in setup.cards if card.kind is CardKind.MATCH}
    public: dict[str, float] = {}
    held: dict[str, set[str]] = {face: set() for face in cards.values()}
    position = start(setup)
    for event, at in [(None, 0.0), *rows]:
        position = position if event is None else apply_event(position, event)
        for seat, hand in enumerate(position.hands):
            for card in hand:
                if card in cards:
                    held[cards[card]].add(holder[seat] or "")
        for pile in position.discards:
            for card in pile:
                if card in cards:
                    public.setdefault(cards[card], at)
    return Faces(public, held)


def leaked(faces: Faces, person_id: str, received: list[tuple[float, bytes]]) -> list[str]:
    """Return the equations that a browser received while they were someone else's secret."""
    everything = b"".join(data for _, data in received)
    ends = list(accumulate(len(data) for _, data in received))
    found = []
    for face, holders in faces.held_by.items():
        at = written(face).search(everything)
        if at is None or person_id in holders:
            continue
        moment = received[bisect_right(ends, at.start())][0]
        if moment < faces.public_at.get(face, float("inf")):
            found.append(face)
    return found


def kinds_of_open_spaces(received: list[tuple[float, bytes]]) -> set[str]:
    """Return the markup of every open space that a browser ever received, without its label and position."""
    text = b"".join(data for _, data in received).decode("utf-8", "replace")
    text = _BOARD_AT_THE_END.sub("", text)
    return {
        _bare(button)
        for button in _SPACE.findall(text)
        if " taken" not in button.partition(">")[0] and "corner" not in button
    }


def _bare(button: str) -> str:
    button = re.sub(r' (?:id|value)="[A-J]\d+"', "", button)
    button = re.sub(r'aria-label="Row \d+, column \d+, \d+, open(, last move)?"', "", button)
    button = re.sub(r'<i class="piece passing" data-new="leave" .*?</i>', "", button)  # everyone sees whose chip left
    button = re.sub(r" family-\d| long| last", "", button)
    return re.sub(r">\d+<", "><", button)


def written(face: str) -> re.Pattern[bytes]:
    """An equation in any form: as on the card, escaped, in words. "2 + 3" is not in "12 + 34"."""
    words = {"×": "times", "÷": "divided by", "+": "plus", "\N{MINUS SIGN}": "minus"}
    first, sign, second = face.split()
    forms = [
        sign,
        f"&#{ord(sign)};",
        f"&#x{ord(sign):x};",
        sign.encode("ascii", "backslashreplace").decode(),
        words[sign],
    ]
    signs = "|".join(map(re.escape, forms))
    return re.compile(rf"(?<!\d){first}\s*(?:{signs})\s*{second}(?!\d)".encode())
