"""One target of trust: what must hold, how well, and what proves it."""

from __future__ import annotations

from dataclasses import dataclass


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
class Result:
    """What running the proofs of a target gave."""

    target: Target
    passed: int = 0
    ran: int = 0
    figures: tuple[str, ...] = ()
    """What the tests printed about it."""
    failed: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    """The tests that this computer or user cannot run: they prove nothing."""
    absent: tuple[str, ...] = ()
    """Proofs of which no report is kept."""
    long_absent: tuple[str, ...] = ()
    """Long proofs of which no report is kept."""

    @property
    def status(self) -> str:
        """Say whether the target is met."""
        if not self.ran:
            return "not run" if self.absent or self.long_absent else "not measured"
        if self.failed or self.target.short_of:
            return "NOT MET"
        if self.absent:
            return "not run"
        return "met in part" if self.missing or self.skipped else "met"

    @property
    def missing(self) -> tuple[str, ...]:
        """Say what nothing has measured."""
        long = f"the long run (`make trust-long ONLY={self.target.id}`)"
        return (*self.target.missing, *([long] if self.long_absent else []))

    @property
    def figure(self) -> str:
        """Say what was found."""
        if not self.ran:
            return "–"
        return "; ".join((*self.target.short_of, *self.figures, f"{self.passed} of {self.ran} tests passed"))

    @property
    def command(self) -> str:
        """Say what shows it."""
        return f"make trust{'' if self.target.proofs else '-long'} ONLY={self.target.id}"

    def __str__(self) -> str:
        lacks = f" · not measured: {'; '.join(self.missing)}" if self.missing and self.ran else ""
        named = f"{self.target.id:3} {self.target.what}: {self.figure}"
        return f"{named} (bar: {self.target.bar}) · {self.status}{lacks} · {self.command}"
