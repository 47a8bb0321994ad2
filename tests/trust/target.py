"""A target of trust: what must hold, the bar, and the tests that prove it."""

from __future__ import annotations

import re
from dataclasses import dataclass

_MAX_CHARACTERS = 110
"""The maximum length of a figure in the table: one or two lines."""


@dataclass(frozen=True)
class Target:
    """A row of the table in `tests/trust`."""

    id: str
    """A letter (S: security, P: privacy, R: reliability) and a number."""
    what: str
    bar: str
    """What the figure must be for the target to be met."""
    proofs: tuple[str, ...] = ()
    """Tests, as pytest names them: files, or files with ``::`` and a test.

    A line that one of them prints and that begins with the target's id is its figure.
    """
    missing: tuple[str, ...] = ()
    """The parts of the bar that nothing proves yet. If there are any, the target is met in part at best."""
    short_of: tuple[str, ...] = ()
    """Known figures that miss the bar."""
    long: tuple[str, ...] = ()
    """Proofs that take minutes or an hour: other tests, or the same tests with larger samples (`make trust-long`).

    Their results are stored separately. Until they have run, the target is met in part at best.
    """


@dataclass(frozen=True)
class Seen:
    """The results of a target's proofs in their last run."""

    day: str = ""
    passed: int = 0
    ran: int = 0
    figures: tuple[str, ...] = ()
    """What the tests printed about the target."""
    failed: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    """Tests that can't run on this computer or as this user. They prove nothing."""


@dataclass(frozen=True)
class Result:
    """A target with the results of its usual proofs and of its long ones."""

    target: Target
    usual: Seen | None = None
    large: Seen | None = None
    """None if they have never run."""

    @property
    def status(self) -> str:
        """Whether the target is met, in words."""
        if not self._all_seen:
            return "not run" if self.target.proofs or self.target.long else "not measured"
        if self.failed or self.target.short_of:
            return "NOT MET"
        if self.target.proofs and self.usual is None:
            return "not run"
        return "met in part" if self.missing or self.skipped else "met"

    @property
    def failed(self) -> tuple[str, ...]:
        """The tests that failed."""
        return tuple(name for seen in self._all_seen for name in seen.failed)

    @property
    def skipped(self) -> tuple[str, ...]:
        """The tests that could not run."""
        return tuple(name for seen in self._all_seen for name in seen.skipped)

    @property
    def missing(self) -> tuple[str, ...]:
        """What has not been measured."""
        is_large_missing = self.target.long and self.large is None
        large = f"the long run (`make trust-long ONLY={self.target.id}`)"
        return (*self.target.missing, *([large] if is_large_missing else []))

    @property
    def figures(self) -> tuple[str, ...]:
        """All figures, the largest samples first."""
        return tuple(dict.fromkeys((*self.target.short_of, *(one for seen in self._all_seen for one in seen.figures))))

    @property
    def tests(self) -> str:
        """How many tests passed, and when."""
        return "; ".join(
            f"{seen.passed} of {seen.ran} tests passed{how} on {seen.day}"
            for seen, how in ((self.large, " in the long run"), (self.usual, ""))
            if seen is not None
        )

    @property
    def headline(self) -> str:
        """The most important figure, shortened."""
        if not self._all_seen:
            return "–"
        if not self.figures:
            passed, ran = (sum(getattr(seen, what) for seen in self._all_seen) for what in ("passed", "ran"))
            return f"{passed} of {ran} tests passed"
        more = len(self.figures) - 1
        return f"{_shortened(self.figures[0])}{f' ({more} more below)' if more else ''}"

    @property
    def command(self) -> str:
        """The command that runs the proofs."""
        is_usual = self.target.proofs and self.large is None
        return f"make trust{'' if is_usual else '-long'} ONLY={self.target.id}"

    @property
    def _all_seen(self) -> tuple[Seen, ...]:
        return tuple(seen for seen in (self.large, self.usual) if seen is not None)

    def __str__(self) -> str:
        not_measured = f" · not measured: {'; '.join(self.missing)}" if self.missing and self._all_seen else ""
        named = f"{self.target.id:3} {self.target.what}: {'; '.join(self.figures)} ({self.tests})"
        return f"{named} (bar: {self.target.bar}) · {self.status}{not_measured} · {self.command}"


def _shortened(figure: str) -> str:
    """Shorten a figure. Cut it at punctuation, outside of parentheses, if possible."""
    if len(figure) <= _MAX_CHARACTERS:
        return figure
    ends = [
        found.start()
        for found in re.finditer(r"[;:,(] | \(|, ", figure[: _MAX_CHARACTERS + 1])
        if all(figure[: found.start()].count(one) == figure[: found.start()].count(end) for one, end in ("()", "{}"))
    ]
    return f"{figure[: ends[-1]] if ends else figure[:_MAX_CHARACTERS]} …"
