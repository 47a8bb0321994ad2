"""The doctor's findings, their severity, and their order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum, auto


class Level(StrEnum):
    """Severity of a finding, worst first."""

    PROBLEM = auto()
    """No lesson is possible, or data may be lost."""
    WARNING = auto()
    """A lesson is possible, with limitations or a risk."""
    QUESTION = auto()
    """The server can't determine it."""
    LIMIT = auto()
    """Nothing to fix, but some things work differently."""
    GOOD = auto()


class Subject(StrEnum):
    """What was checked, most important first."""

    SERVER = auto()
    NETWORK = auto()
    ADDRESS = auto()
    DEVICES = auto()
    DATABASE = auto()
    DISK = auto()
    CLOCK = auto()
    STREAMS = auto()
    TLS = auto()
    VERSION = auto()


class Verdict(StrEnum):
    NOT_RUNNING = auto()
    OTHER_PROGRAM = auto()
    RUNNING = auto()
    NO_NETWORK = auto()
    NO_LEASE = auto()
    ONLY_THIS_COMPUTER = auto()
    BLOCKED_HERE = auto()
    ON_THE_NETWORK = auto()
    BEHIND_PROXY = auto()
    HOST_NOT_ALLOWED = auto()
    NAME_UNKNOWN = auto()
    ADDRESS_DEAD = auto()
    ADDRESS_OTHER_PROGRAM = auto()
    HTTPS_WITHOUT_PROXY = auto()
    PROXIES_NOT_SET = auto()
    HTTPS_NOT_SET = auto()
    ADDRESS_WORKS = auto()
    DEVICE_SEEN = auto()
    DEVICE_NOT_TRIED = auto()
    FIREWALL_LIKELY = auto()
    ISOLATION_LIKELY = auto()
    NO_DEVICE_CAME = auto()
    DATABASE_MISSING = auto()
    DATABASE_READ_ONLY = auto()
    DATABASE_BUSY = auto()
    DATABASE_ENCODING = auto()
    DATABASE_NO_DRIVER = auto()
    DATABASE_UNREACHABLE = auto()
    DATABASE_UNUSABLE = auto()
    DATABASE_WORKS = auto()
    DISK_FULL = auto()
    DISK_LOW = auto()
    DISK_FREE = auto()
    CLOCK_BEHIND = auto()
    CLOCK_JUMPED = auto()
    CLOCK_AHEAD = auto()
    CLOCK_LATE = auto()
    CLOCK_GOOD = auto()
    STREAMS_OFF = auto()
    STREAMS_HELD = auto()
    STREAMS_WORK = auto()
    TLS_UNTRUSTED = auto()
    TLS_EXPIRED = auto()
    TLS_OTHER_NAME = auto()
    TLS_BROKEN = auto()
    TLS_ENDS_SOON = auto()
    TLS_GOOD = auto()
    TLS_NONE = auto()
    VERSION = auto()


_SUBJECTS: dict[Subject, tuple[Verdict, ...]] = {
    Subject.SERVER: (Verdict.NOT_RUNNING, Verdict.OTHER_PROGRAM, Verdict.RUNNING),
    Subject.NETWORK: (
        *(Verdict.NO_NETWORK, Verdict.NO_LEASE, Verdict.ONLY_THIS_COMPUTER, Verdict.BLOCKED_HERE),
        *(Verdict.ON_THE_NETWORK, Verdict.BEHIND_PROXY),
    ),
    Subject.ADDRESS: (
        *(Verdict.HOST_NOT_ALLOWED, Verdict.NAME_UNKNOWN, Verdict.ADDRESS_DEAD, Verdict.ADDRESS_OTHER_PROGRAM),
        *(Verdict.HTTPS_WITHOUT_PROXY, Verdict.PROXIES_NOT_SET, Verdict.HTTPS_NOT_SET, Verdict.ADDRESS_WORKS),
    ),
    Subject.DEVICES: (
        *(Verdict.DEVICE_SEEN, Verdict.DEVICE_NOT_TRIED, Verdict.FIREWALL_LIKELY, Verdict.ISOLATION_LIKELY),
        Verdict.NO_DEVICE_CAME,
    ),
    Subject.DATABASE: (
        *(Verdict.DATABASE_MISSING, Verdict.DATABASE_READ_ONLY, Verdict.DATABASE_BUSY),
        *(Verdict.DATABASE_ENCODING, Verdict.DATABASE_NO_DRIVER, Verdict.DATABASE_UNREACHABLE),
        *(Verdict.DATABASE_UNUSABLE, Verdict.DATABASE_WORKS),
    ),
    Subject.DISK: (Verdict.DISK_FULL, Verdict.DISK_LOW, Verdict.DISK_FREE),
    Subject.CLOCK: (
        *(Verdict.CLOCK_BEHIND, Verdict.CLOCK_JUMPED, Verdict.CLOCK_AHEAD, Verdict.CLOCK_LATE, Verdict.CLOCK_GOOD),
    ),
    Subject.STREAMS: (Verdict.STREAMS_OFF, Verdict.STREAMS_HELD, Verdict.STREAMS_WORK),
    Subject.TLS: (
        *(Verdict.TLS_UNTRUSTED, Verdict.TLS_EXPIRED, Verdict.TLS_OTHER_NAME, Verdict.TLS_BROKEN),
        *(Verdict.TLS_ENDS_SOON, Verdict.TLS_GOOD, Verdict.TLS_NONE),
    ),
    Subject.VERSION: (Verdict.VERSION,),
}
_SUBJECT_OF = {verdict: subject for subject, verdicts in _SUBJECTS.items() for verdict in verdicts}
_WARNINGS = {
    *(Verdict.HTTPS_NOT_SET, Verdict.DATABASE_MISSING, Verdict.DATABASE_BUSY, Verdict.DISK_LOW),
    *(
        Verdict.CLOCK_AHEAD,
        Verdict.CLOCK_LATE,
        Verdict.CLOCK_JUMPED,
        Verdict.STREAMS_OFF,
        Verdict.STREAMS_HELD,
        Verdict.TLS_ENDS_SOON,
    ),
}
_GOOD = {
    *(Verdict.RUNNING, Verdict.ON_THE_NETWORK, Verdict.BEHIND_PROXY, Verdict.ADDRESS_WORKS, Verdict.DEVICE_SEEN),
    *(Verdict.DATABASE_WORKS, Verdict.DISK_FREE, Verdict.CLOCK_GOOD, Verdict.STREAMS_WORK, Verdict.TLS_GOOD),
    Verdict.VERSION,
}
_OTHERS = {Verdict.DEVICE_NOT_TRIED: Level.QUESTION, Verdict.TLS_NONE: Level.LIMIT}
_ORDER = (list(Level), list(Subject), list(Verdict))


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding."""

    verdict: Verdict
    facts: Mapping[str, object] = field(default_factory=dict)
    """Facts for its text: addresses, ports, numbers."""

    @property
    def subject(self) -> Subject:
        """Return what was checked."""
        return _SUBJECT_OF[self.verdict]

    @property
    def level(self) -> Level:
        """Return its severity."""
        if self.verdict in _WARNINGS:
            return Level.WARNING
        if self.verdict in _GOOD:
            return Level.GOOD
        return _OTHERS.get(self.verdict, Level.PROBLEM)

    @property
    def place(self) -> tuple[int, int, int]:
        """Return the sort key: problems first, then by importance."""
        levels, subjects, verdicts = _ORDER
        return levels.index(self.level), subjects.index(self.subject), verdicts.index(self.verdict)
