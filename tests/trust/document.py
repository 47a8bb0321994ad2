"""The page that shows all targets: docs/trust.md."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.trust.target import Result

_HEAD = """\
# Trust: what is proved

What a school must be able to rely on, in {count} targets. Each line says what must hold, how well (the bar), what we
saw, and whether that is enough. Everything else that we saw is folded below each table.

Now: {statuses}.

- *Met*: all tests passed, and they cover the bar.
- *Met in part*: all tests passed, but something is not measured yet. Details say what.
- *NOT MET*: a test failed, or the figure misses the bar.
- *Not run*: some tests have never run.

To check a line yourself, run the command in the last column in a copy of the source code
([development.md](development.md)). `make trust` checks all lines, and `make trust-long` runs the tests with large
samples. Both write this page. The figures are from a computer with two processors, on the days that details name.

Packages, keys, logs, and limits: [security.md](security.md). To add a proof, write a test, add its name to the row of
its target in `tests/trust`, and delete from `missing` what it proves. A line that the test prints and that begins with
the target's id is a figure.
"""
_AREAS = {"S": "Security", "P": "Privacy", "R": "Reliability"}


def document(results: Iterable[Result]) -> str:
    """Return the text of the page."""
    rows = list(results)
    counts = Counter(row.status for row in rows)
    statuses = ", ".join(f"{count} {status}" for status, count in counts.most_common())
    parts = [_HEAD.format(count=len(rows), statuses=statuses)]
    for letter, title in _AREAS.items():
        own = [row for row in rows if row.target.id.startswith(letter)]
        parts.append(
            f"\n## {title}\n\n| what must hold | bar | what we saw | is it met? | command |\n|---|---|---|---|---|\n"
        )
        parts += map(_row, own)
        parts.append("\n<details><summary>All that we saw</summary>\n\n")
        parts += map(_details, own)
        parts.append("\n</details>\n")
    return "".join(parts)


def _row(row: Result) -> str:
    cells = (f"**{row.target.id}** {row.target.what}", row.target.bar, row.headline, row.status, f"`{row.command}`")
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |\n"


def _details(row: Result) -> str:
    lines = [
        *row.figures,
        *(f"failed: `{name}`" for name in row.failed),
        *(f"could not run: `{name}`" for name in row.skipped),
    ]
    lacks = [f"not measured: {what}" for what in row.missing]
    return "".join(
        f"{line}\n"
        for line in (
            f"- **{row.target.id}** {row.tests or 'no test has run'}",
            *(f"  - {one}" for one in (*lacks, *lines)),
        )
    )
