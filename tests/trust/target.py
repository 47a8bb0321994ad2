"""One target of trust: what must hold, how well, and what proves it."""

from __future__ import annotations

import re
from dataclasses import dataclass

_MOST_SIGNS = 110
"""Of a figure in the table: what stands in a line or two."""


@dataclass(frozen=True)
class Target:
    """A row of the table in `tests/trust`."""

    id: str
    """S security, P privacy, R reliability."""
    what: str
    bar: str
    """What the figure must be for the target to be met."""
    proofs: tuple[str, ...] = ()
    """Tests, as pytest names them: files, or files with ``::`` and a test.

    A line that one of them prints and that begins with the target's id is its figure.
    """
    missing: tuple[str, ...] = ()
    """The parts of the bar that nothing proves yet. As long as there is one, the target is met in part at best."""
    short_of: tuple[str, ...] = ()
    """What is known not to reach the bar."""
    long: tuple[str, ...] = ()
    """Proofs that take minutes or an hour: tests, or the same tests with more of what they do (`make trust-long`).

    Their reports are kept apart. Until they ran, the target is met in part at best.
    """


@dataclass(frozen=True)
class Seen:
    """What the proofs of a target gave when they ran last."""

    day: str = ""
    passed: int = 0
    ran: int = 0
    figures: tuple[str, ...] = ()
    """What the tests printed about it."""
    failed: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    """The tests that this computer or user cannot run: they prove nothing."""


@dataclass(frozen=True)
class Result:
    """What is known of a target: of its usual proofs, and of the long ones."""

    target: Target
    usual: Seen | None = None
    large: Seen | None = None
    """None: they never ran."""

    @property
    def status(self) -> str:
        """Say whether the target is met."""
        if not self._all_seen:
            return "not run" if self.target.proofs or self.target.long else "not measured"
        if self.failed or self.target.short_of:
            return "NOT MET"
        if self.target.proofs and self.usual is None:
            return "not run"
        return "met in part" if self.missing or self.skipped else "met"

    @property
    def failed(self) -> tuple[str, ...]:
        """Name the tests that failed."""
        return tuple(name for seen in self._all_seen for name in seen.failed)

    @property
    def skipped(self) -> tuple[str, ...]:
        """Name the tests that could not run."""
        return tuple(name for seen in self._all_seen for name in seen.skipped)

    @property
    def missing(self) -> tuple[str, ...]:
        """Say what nothing has measured."""
        is_large_missing = self.target.long and self.large is None
        large = f"the long run (`make trust-long ONLY={self.target.id}`)"
        return (*self.target.missing, *([large] if is_large_missing else []))

    @property
    def figures(self) -> tuple[str, ...]:
        """Give all that was found, the largest samples first."""
        return tuple(dict.fromkeys((*self.target.short_of, *(one for seen in self._all_seen for one in seen.figures))))

    @property
    def tests(self) -> str:
        """Say how many tests passed."""
        return "; ".join(
            f"{seen.passed} of {seen.ran} tests passed{how} on {seen.day}"
            for seen, how in ((self.large, " in the long run"), (self.usual, ""))
            if seen is not None
        )

    @property
    def headline(self) -> str:
        """Say in few words what was found."""
        if not self._all_seen:
            return "–"
        if not self.figures:
            passed, ran = (sum(getattr(seen, what) for seen in self._all_seen) for what in ("passed", "ran"))
            return f"{passed} of {ran} tests passed"
        more = len(self.figures) - 1
        return f"{_begun(self.figures[0])}{f' ({more} more below)' if more else ''}"

    @property
    def command(self) -> str:
        """Say what shows it."""
        is_usual = self.target.proofs and self.large is None
        return f"make trust{'' if is_usual else '-long'} ONLY={self.target.id}"

    @property
    def _all_seen(self) -> tuple[Seen, ...]:
        return tuple(seen for seen in (self.large, self.usual) if seen is not None)

    def __str__(self) -> str:
        lacks = f" · not measured: {'; '.join(self.missing)}" if self.missing and self._all_seen else ""
        named = f"{self.target.id:3} {self.target.what}: {'; '.join(self.figures)} ({self.tests})"
        return f"{named} (bar: {self.target.bar}) · {self.status}{lacks} · {self.command}"


def _begun(figure: str) -> str:
    """Give the beginning of a figure, up to a comma or the like, and not in parentheses."""
    if len(figure) <= _MOST_SIGNS:
        return figure
    ends = [
        found.start()
        for found in re.finditer(r"[;:,(] | \(|, ", figure[: _MOST_SIGNS + 1])
        if all(figure[: found.start()].count(one) == figure[: found.start()].count(end) for one, end in ("()", "{}"))
    ]
    return f"{figure[: ends[-1]] if ends else figure[:_MOST_SIGNS]} …"
