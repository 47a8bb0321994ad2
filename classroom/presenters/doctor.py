"""Texts of the doctor's findings, for its page and the terminal: the problem and the remedy."""

from __future__ import annotations

import platform
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from classroom.i18n import lazy_gettext
from classroom.presenters.moments import moment_text
from classroom.presenters.words import bytes_text
from classroom.services.doctor import Finding, Level, Subject, Verdict

_TITLES = {
    Subject.SERVER: lazy_gettext("Server"),
    Subject.NETWORK: lazy_gettext("Network"),
    Subject.ADDRESS: lazy_gettext("Address"),
    Subject.DEVICES: lazy_gettext("Other devices"),
    Subject.DATABASE: lazy_gettext("Database"),
    Subject.DISK: lazy_gettext("Disk"),
    Subject.CLOCK: lazy_gettext("Clock"),
    Subject.STREAMS: lazy_gettext("Live updates"),
    Subject.TLS: lazy_gettext("Secure connection"),
    Subject.VERSION: lazy_gettext("Version"),
}
_SENTENCES = {
    Verdict.NOT_RUNNING: lazy_gettext(
        "Nothing answers on port %(port)s of this computer. Start the server, or give its port with --port."
    ),
    Verdict.OTHER_PROGRAM: lazy_gettext(
        "Another program is using port %(port)s. Stop it, or start the server with another --port."
    ),
    Verdict.RUNNING: lazy_gettext("The server answers on port %(port)s."),
    Verdict.NO_NETWORK: lazy_gettext(
        "This computer has no network address, so no device can reach it. Connect it to the school’s network."
    ),
    Verdict.NO_LEASE: lazy_gettext(
        "The network gave this computer no address (it assigned itself %(ip)s). Reconnect it, or "
        "ask your IT team for an address."
    ),
    Verdict.ONLY_THIS_COMPUTER: lazy_gettext(
        "Only this computer can open the app. Stop the server, and start it again without --host."
    ),
    Verdict.BLOCKED_HERE: lazy_gettext("The firewall of this computer blocks port %(port)s. Allow it: %(command)s"),
    Verdict.ON_THE_NETWORK: lazy_gettext("The server answers at %(addresses)s."),
    Verdict.BEHIND_PROXY: lazy_gettext(
        "Only the proxy on this computer can reach port %(port)s, as intended. To test its address, use --address."
    ),
    Verdict.HOST_NOT_ALLOWED: lazy_gettext(
        "The server rejects the name %(host)s. Add it to CLASSROOM_HOSTS, then start the server again."
    ),
    Verdict.NAME_UNKNOWN: lazy_gettext(
        "No computer has the name %(host)s. Ask your IT team for a DNS entry with this computer’s address."
    ),
    Verdict.ADDRESS_DEAD: lazy_gettext(
        "Nothing answers at %(address)s. Check that the proxy is running and that its port is open."
    ),
    Verdict.ADDRESS_OTHER_PROGRAM: lazy_gettext(
        "Something else answers at %(address)s. Check where the proxy sends requests."
    ),
    Verdict.HTTPS_WITHOUT_PROXY: lazy_gettext(
        "CLASSROOM_HTTPS is set, but the app is opened with http, so no one can sign in. Put an "
        "https proxy in front of it, or unset CLASSROOM_HTTPS."
    ),
    Verdict.PROXIES_NOT_SET: lazy_gettext(
        "A proxy serves %(address)s, but the app isn’t set up for it, so all devices look the same. "
        "Set CLASSROOM_PROXIES=1."
    ),
    Verdict.HTTPS_NOT_SET: lazy_gettext(
        "Students use https, but cookies are sent over http too. Set CLASSROOM_HTTPS=1."
    ),
    Verdict.ADDRESS_WORKS: lazy_gettext("The app answers at %(address)s."),
    Verdict.DEVICE_SEEN: lazy_gettext("Another device opened the app (last: %(at)s)."),
    Verdict.DEVICE_NOT_TRIED: lazy_gettext("Not known yet. Open %(address)s on a student’s device."),
    Verdict.FIREWALL_LIKELY: lazy_gettext(
        "Other devices are on this network, but none connected: a firewall blocks port %(port)s. Allow it: %(command)s"
    ),
    Verdict.ISOLATION_LIKELY: lazy_gettext(
        "This computer sees no other device: the Wi-Fi keeps devices apart, or they are on another "
        "network. Ask your IT team to turn off client isolation, or to connect the server by cable."
    ),
    Verdict.NO_DEVICE_CAME: lazy_gettext(
        "No device connected: a firewall blocks port %(port)s (allow it: %(command)s), or the Wi-Fi "
        "keeps devices apart (ask your IT team to turn off client isolation)."
    ),
    Verdict.DATABASE_MISSING: lazy_gettext("There is no database at %(database)s yet. The first start creates it."),
    Verdict.DATABASE_READ_ONLY: lazy_gettext(
        "The database %(database)s can’t be written to, so no game can be saved. Give the server’s user write access "
        "to the file and its folder."
    ),
    Verdict.DATABASE_BUSY: lazy_gettext(
        "Another program is using the database %(database)s. Close it, then check again."
    ),
    Verdict.DATABASE_ENCODING: lazy_gettext(
        "The database %(database)s keeps text as %(encoding)s, so names can be lost. "
        "Create one with createdb --encoding=UTF8 --template=template0, and set DATABASE_URL to it."
    ),
    Verdict.DATABASE_NO_DRIVER: lazy_gettext("The driver for PostgreSQL is not installed. Install it: %(command)s"),
    Verdict.DATABASE_UNUSABLE: lazy_gettext(
        "The database %(database)s can’t be used (%(why)s). Restore a backup, or check DATABASE_URL."
    ),
    Verdict.DATABASE_UNREACHABLE: lazy_gettext(
        "The database %(database)s can’t be reached (%(why)s). Start PostgreSQL, or check DATABASE_URL."
    ),
    Verdict.DATABASE_WORKS: lazy_gettext("The database can be read and written to."),
    Verdict.DISK_FULL: lazy_gettext(
        "The disk is full (%(size)s free), so no game can be saved. Free up space on the disk of %(folder)s."
    ),
    Verdict.DISK_LOW: lazy_gettext("The disk is almost full (%(size)s free). Free up space on the disk of %(folder)s."),
    Verdict.DISK_FREE: lazy_gettext("%(size)s free on the disk."),
    Verdict.CLOCK_BEHIND: lazy_gettext(
        "This computer’s clock is behind: it shows %(now)s, but the app has entries from %(newest)s. "
        "Let it set its time automatically."
    ),
    Verdict.CLOCK_JUMPED: lazy_gettext(
        "This computer’s clock (%(now)s) has jumped. The app keeps its own time until everyone is "
        "signed out. Restart the server after the lesson."
    ),
    Verdict.CLOCK_AHEAD: lazy_gettext(
        "This computer’s clock (%(now)s) is %(minutes)s min ahead of a student’s device. "
        "Let both set their time automatically, then open /check on the device again."
    ),
    Verdict.CLOCK_LATE: lazy_gettext(
        "This computer’s clock (%(now)s) is %(minutes)s min behind a student’s device. "
        "Let both set their time automatically, then open /check on the device again."
    ),
    Verdict.CLOCK_GOOD: lazy_gettext("The clock shows %(now)s."),
    Verdict.STREAMS_OFF: lazy_gettext(
        "This server offers no live updates, so pages check every two seconds. Set CLASSROOM_STREAMS to turn them on."
    ),
    Verdict.STREAMS_HELD: lazy_gettext(
        "Live updates don’t work at %(address)s, so pages check every two seconds. Let the proxy "
        "pass text/event-stream without buffering."
    ),
    Verdict.STREAMS_WORK: lazy_gettext("Live updates work (%(ms)s ms)."),
    Verdict.TLS_UNTRUSTED: lazy_gettext(
        "Browsers don’t trust the certificate of %(host)s. Install the root certificate of your proxy "
        "on all devices and on this computer."
    ),
    Verdict.TLS_EXPIRED: lazy_gettext("The certificate of %(host)s has expired. Renew it."),
    Verdict.TLS_OTHER_NAME: lazy_gettext(
        "The certificate is not valid for %(host)s. Get one for this name, or open the app at the certificate’s name."
    ),
    Verdict.TLS_BROKEN: lazy_gettext("%(address)s doesn’t support https. Check the port and the proxy’s certificate."),
    Verdict.TLS_ENDS_SOON: lazy_gettext("The certificate expires on %(until)s. Renew it."),
    Verdict.TLS_GOOD: lazy_gettext("The connection is encrypted. The certificate is valid until %(until)s."),
    Verdict.TLS_NONE: lazy_gettext(
        "The connection is not encrypted (http). Games work. Scanning cards inside the app needs https."
    ),
    Verdict.VERSION: lazy_gettext("Sequence Numbers %(version)s, Python %(python)s."),
}
_SIGNS = {Level.PROBLEM: "bad", Level.WARNING: "note", Level.QUESTION: "open", Level.LIMIT: "limit", Level.GOOD: "good"}


@dataclass(frozen=True, slots=True)
class ShownFinding:
    key: str
    title: str
    level: str
    """Its symbol: bad, note, open, limit, good."""
    text: str


@dataclass(frozen=True, slots=True)
class ShownExamination:
    """All findings, problems first."""

    findings: tuple[ShownFinding, ...]
    problems: int
    """The number of findings that need action."""
    questions: int

    @property
    def level(self) -> str:
        """Return the overall symbol."""
        return self.findings[0].level if self.problems or self.questions else "good"


def shown_examination(findings: Iterable[Finding]) -> ShownExamination:
    found = tuple(findings)
    shown = tuple(
        ShownFinding(one.verdict.value, str(_TITLES[one.subject]), _SIGNS[one.level], _sentence(one)) for one in found
    )
    levels = [one.level for one in found]
    return ShownExamination(
        shown,
        problems=levels.count(Level.PROBLEM) + levels.count(Level.WARNING),
        questions=levels.count(Level.QUESTION),
    )


def _sentence(finding: Finding) -> str:
    words = {name: _word(value) for name, value in finding.facts.items()}
    facts = finding.facts
    words["python"] = platform.python_version()
    if isinstance(facts.get("free"), int):
        words["size"] = bytes_text(int(str(facts["free"])))
    return str(_SENTENCES[finding.verdict]) % words


def _word(value: object) -> str:
    if isinstance(value, datetime):
        return moment_text(value)
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
