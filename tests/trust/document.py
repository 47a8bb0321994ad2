"""The page that shows all targets: docs/trust.md."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.trust.target import Result

_HEAD = """\
# Trust: what is proved

Written by `make trust`, which runs the tests named in `tests/trust` and prints one line for each target.

- *Met*: all proofs passed, and they cover the bar.
- *Met in part*: all proofs passed, and the last column says what nothing measures yet.
- *NOT MET*: a proof failed, or the figure is known to miss the bar.
- *Not measured*: there is no proof.
- *Not run*: some proofs did not run this time.

Samples are those of `make nightly`, and the large ones those of `make trust-long`, whose reports `make trust` keeps.
Packages, keys, logs, and limits: [security.md](security.md).

To add a proof, write a test, add its name to the row of its target, and delete from `missing` what it proves. A line
that the test prints and that begins with the target's id is the figure.

"""
_AREAS = {"S": "Security", "P": "Privacy", "R": "Reliability"}


def document(results: Iterable[Result], machine: str = "") -> str:
    """Give the text of the page."""
    rows = list(results)
    counts = Counter(row.status for row in rows)
    parts = [
        _HEAD,
        f"Machine: {machine}.\n\n" if machine else "",
        f"{len(rows)} targets: {', '.join(f'{count} {status}' for status, count in counts.most_common())}.\n",
    ]
    for letter, title in _AREAS.items():
        parts.append(f"\n## {title}\n\n| target | bar | figure | status | not measured yet |\n|---|---|---|---|---|\n")
        parts += [_row(row) for row in rows if row.target.id.startswith(letter)]
    return "".join(parts)


def _row(row: Result) -> str:
    cells = (
        f"**{row.target.id}** {row.target.what}",
        row.target.bar,
        row.figure,
        row.status,
        "; ".join(row.missing if row.ran else row.target.missing),
    )
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |\n"
