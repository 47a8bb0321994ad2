"""Read record files."""

from __future__ import annotations

import json
from pathlib import Path

from engine.cli import DAMAGED, UNUSABLE, CommandError
from engine.cli.wording import REASONS
from engine.errors import IllegalRecordError, RecordError
from engine.position import Position
from engine.record import check_record, parse_record

_LONGEST_EVENT = 300
"""Characters of an event in a message; a file may contain lists and numbers of any length."""


def load_record(path: Path) -> Position:
    """Return the final position of the record in a file.

    :raises CommandError: if the file is missing or contains no valid record
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}", UNUSABLE) from None
    except UnicodeDecodeError:
        raise CommandError(f"{path}: damaged: this is no text", DAMAGED) from None
    try:
        return check_record(parse_record(text))
    except RecordError as error:
        raise CommandError(f"{path}: damaged: {error}", DAMAGED) from None
    except IllegalRecordError as broken:
        raise CommandError(f"{path}: {_broken(broken)}", DAMAGED) from None


def _broken(broken: IllegalRecordError) -> str:
    why = REASONS[broken.reason]
    if broken.event is None:
        return f"the outcome is wrong: {why}"
    return f"event {broken.index} (the first is 0) breaks a rule: {why}: {_shortened(json.dumps(broken.event))}"


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_EVENT else f"{text[:_LONGEST_EVENT]}…"
