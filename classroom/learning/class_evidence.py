"""Evidence from a class's answers: findings, error patterns, who is ready for more, and whose success dropped."""

from __future__ import annotations

from dataclasses import dataclass, field

from classroom.learning.drops import DropWatch
from classroom.learning.ledger import Ledger, Observation
from classroom.learning.patterns import ErrorLedger
from classroom.learning.readiness import Readiness


@dataclass(slots=True)
class ClassLedgers:
    """All evidence from a class's first answers, added in order of time."""

    ledger: Ledger
    errors: ErrorLedger = field(default_factory=ErrorLedger)
    readiness: Readiness = field(default_factory=Readiness)
    watch: DropWatch = field(default_factory=DropWatch)
    answers: int = 0

    def observe(self, seen: Observation) -> None:
        """Add a first answer."""
        self.ledger.observe(seen)
        self.errors.observe(seen)
        self.readiness.observe(seen)
        self.watch.observe(seen)
        self.answers += 1
