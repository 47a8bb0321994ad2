"""What each proof gave when it ran last: `tests/trust/seen.json`. So a long run can be made in parts."""

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


def known(targets: Iterable[Target]) -> list[Result]:
    """Give what is known of targets."""
    kept = _read()
    return [
        Result(target, **{size: _seen(fields) for size, fields in kept.get(target.id, {}).items()})
        for target in targets
    ]


def note(target: Target, seen: Seen, *, is_large: bool) -> None:
    """Keep what was seen of a target."""
    kept = _read()
    kept.setdefault(target.id, {})["large" if is_large else "usual"] = asdict(seen)
    _FILE.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _read() -> dict[str, dict[str, dict[str, object]]]:
    kept: dict[str, dict[str, dict[str, object]]] = json.loads(_FILE.read_text(encoding="utf-8"))
    return kept


def _seen(fields: dict[str, object]) -> Seen:
    return Seen(**{name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()})  # type: ignore[arg-type]
