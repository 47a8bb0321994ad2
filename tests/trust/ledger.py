"""The results of each target's last run, in `tests/trust/seen.json`, so that a long run can be split."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from tests.trust.target import Result, Seen

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.trust.target import Target

_FILE = Path(__file__).with_name("seen.json")


def results_of(targets: Iterable[Target]) -> list[Result]:
    """Return the stored results of targets."""
    stored = _read()
    return [
        Result(target, **{size: _seen(fields) for size, fields in stored.get(target.id, {}).items()})
        for target in targets
    ]


def record(target: Target, seen: Seen, *, is_large: bool) -> None:
    """Store the result of a target."""
    stored = _read()
    stored.setdefault(target.id, {})["large" if is_large else "usual"] = asdict(seen)
    _FILE.write_text(json.dumps(stored, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _read() -> dict[str, dict[str, dict[str, object]]]:
    stored: dict[str, dict[str, dict[str, object]]] = json.loads(_FILE.read_text(encoding="utf-8"))
    return stored


def _seen(fields: dict[str, object]) -> Seen:
    return Seen(**{name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()})  # type: ignore[arg-type]
