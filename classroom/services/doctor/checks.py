"""Check a server from its own computer, in order of importance for devices."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

from classroom.instance.other_devices import clock_ahead_of_other, other_device_seen_at
from classroom.services.doctor import probe, storage
from classroom.services.doctor.addresses import OwnAddress, network_addresses
from classroom.services.doctor.findings import Finding, Verdict
from classroom.services.doctor.firewall import allow_port
from classroom.services.doctor.neighbors import has_neighbors
from classroom.services.doctor.probe import Answer, Place, Reply, Validity
from classroom.version import app_version, built_at

_LATELY = timedelta(hours=12)
"""How long a device that connected counts: tomorrow the network may be a different one."""
_JUMP_SECONDS = 60.0
_SOON = timedelta(days=14)
_TLS_FAULTS = {
    Reply.UNTRUSTED: Verdict.TLS_UNTRUSTED,
    Reply.EXPIRED: Verdict.TLS_EXPIRED,
    Reply.OTHER_NAME: Verdict.TLS_OTHER_NAME,
    Reply.NO_TLS: Verdict.TLS_BROKEN,
}
_ADDRESS_FAULTS = {
    Reply.NAME_UNKNOWN: Verdict.NAME_UNKNOWN,
    Reply.REFUSED: Verdict.ADDRESS_DEAD,
    Reply.SILENT: Verdict.ADDRESS_DEAD,
    Reply.OTHER_PROGRAM: Verdict.ADDRESS_OTHER_PROGRAM,
}


@dataclass(frozen=True, slots=True)
class Setup:
    """What is known about the server before the checks."""

    folder: Path
    """The instance folder."""
    database_url: str
    port: int | None
    """The listening port; None if another program serves the app, so that only `address` is checked."""
    address: str | None = None
    """What students type, if not an address of this computer: ``https://game.school.example``."""
    is_https: bool = False
    """Whether CLASSROOM_HTTPS is set."""
    proxies: int = 0
    has_waited: bool = False
    """Whether someone has just tried to open the app on another device."""


def examine(setup: Setup) -> tuple[Finding, ...]:
    """Run all checks. They take a few seconds at most and change nothing."""
    found = [
        *_examine_network(setup),
        *storage.check_disk(setup.folder),
        *storage.check_database(url=setup.database_url, folder=setup.folder),
        Finding(Verdict.VERSION, {"version": app_version()}),
    ]
    return tuple(sorted(found, key=lambda one: one.place))


def students_place(setup: Setup) -> Place | None:
    """Return the address for other devices."""
    if setup.address:
        return Place(setup.address.rstrip("/"))
    addresses = network_addresses()
    if not addresses or addresses[0].is_self_given or setup.port is None or setup.proxies:
        return None
    return Place.of(addresses[0].ip, setup.port)


def _examine_network(setup: Setup) -> Iterator[Finding]:
    port = setup.port
    addresses = network_addresses()
    here = _answers_here(setup, addresses)
    running = next((one for one in here.values() if one.reply in {Reply.APP, Reply.HOST_REJECTED}), None)
    yield from _check_clock(setup, running)
    if here and running is None:
        replies = {one.reply for one in here.values()}
        faults = {Reply.OTHER_PROGRAM: Verdict.OTHER_PROGRAM, Reply.SILENT: Verdict.BLOCKED_HERE}
        verdict = next((fault for reply, fault in faults.items() if reply in replies), Verdict.NOT_RUNNING)
        yield Finding(verdict, _port_facts(port))
        return
    yield from _check_interfaces(setup, addresses, here)
    place = students_place(setup)
    if setup.is_https and not setup.address and not setup.proxies:
        yield Finding(Verdict.HTTPS_WITHOUT_PROXY)
    if place is None:
        return
    answer = here.get(place.host) if setup.address is None else probe.ask(place)
    yield from _check_address(setup, place, answer)
    if answer is None or answer.reply is not Reply.APP:
        return
    yield from _check_devices(setup, place)
    yield from _check_streams(place)


def _answers_here(setup: Setup, addresses: tuple[OwnAddress, ...]) -> dict[str, Answer]:
    """Send requests to this computer's own addresses."""
    if setup.port is None:
        return {}
    own = ("127.0.0.1", *(one.ip for one in addresses if not one.is_self_given))
    return {ip: probe.ask(Place.of(ip, setup.port)) for ip in dict.fromkeys(own)}


def _check_clock(setup: Setup, running: Answer | None) -> Iterator[Finding]:
    now = datetime.now(UTC)
    newest = max(filter(None, (built_at(), storage.newest_entry(url=setup.database_url))), default=now)
    newest = newest if newest.tzinfo else newest.replace(tzinfo=UTC)
    if newest - now > timedelta(seconds=_JUMP_SECONDS):
        yield Finding(Verdict.CLOCK_BEHIND, {"now": now, "newest": newest})
    elif running is not None and running.reply is Reply.APP and abs(running.ahead) > _JUMP_SECONDS:
        yield Finding(Verdict.CLOCK_JUMPED, {"now": now})
    elif (ahead := _ahead_of_devices(setup.folder)) is not None:
        verdict = Verdict.CLOCK_AHEAD if ahead > 0 else Verdict.CLOCK_LATE
        yield Finding(verdict, {"now": now, "minutes": max(1, round(abs(ahead) / 60))})
    else:
        yield Finding(Verdict.CLOCK_GOOD, {"now": now})


def _ahead_of_devices(folder: Path) -> float | None:
    """Return by how many seconds the clock differs from that of the latest device; None if by less than a minute."""
    ahead = clock_ahead_of_other(folder) if _was_device_here(folder) else None
    return ahead if ahead is not None and abs(ahead) > _JUMP_SECONDS else None


def _was_device_here(folder: Path) -> bool:
    seen = other_device_seen_at(folder)
    return seen is not None and abs(time.time() - seen.timestamp()) < _LATELY.total_seconds()


def _check_interfaces(setup: Setup, addresses: tuple[OwnAddress, ...], here: dict[str, Answer]) -> Iterator[Finding]:
    given = [one for one in addresses if not one.is_self_given]
    port = _port_facts(setup.port)
    if not addresses:
        yield Finding(Verdict.NO_NETWORK)
    elif not given:
        yield Finding(Verdict.NO_LEASE, {"ip": addresses[0].ip})
    elif not here:
        return
    else:
        replies = {one.ip: here[one.ip].reply for one in given}
        open_ones = [ip for ip, reply in replies.items() if reply in {Reply.APP, Reply.HOST_REJECTED}]
        yield Finding(Verdict.RUNNING, port)
        if open_ones:
            yield Finding(
                Verdict.ON_THE_NETWORK, {"addresses": tuple(Place.of(ip, setup.port or 0).url for ip in open_ones)}
            )
        elif setup.proxies:
            yield Finding(Verdict.BEHIND_PROXY, port)
        elif Reply.SILENT in replies.values():
            yield Finding(Verdict.BLOCKED_HERE, port)
        else:
            yield Finding(Verdict.ONLY_THIS_COMPUTER, port)


def _check_address(setup: Setup, place: Place, answer: Answer | None) -> Iterator[Finding]:
    if answer is None:
        return
    verdict = _TLS_FAULTS.get(answer.reply) or _address_verdict(setup, place, answer.reply)
    if verdict is not None:
        yield Finding(verdict, {"address": place.url, "host": place.host})
    if answer.certificate is not None:
        verdict = Verdict.TLS_ENDS_SOON if ends_soon(answer.certificate, datetime.now(UTC)) else Verdict.TLS_GOOD
        yield Finding(verdict, {"until": answer.certificate.ends})
    elif answer.reply is Reply.APP:
        yield Finding(Verdict.TLS_NONE)


def ends_soon(certificate: Validity, now: datetime) -> bool:
    """Return whether a certificate should have been renewed by now.

    Caddy's own authority issues certificates for 12 hours and renews them when a third of that is left.
    """
    begins, ends = certificate
    return ends - now < min(_SOON, (ends - begins) / 4)


def _address_verdict(setup: Setup, place: Place, reply: Reply) -> Verdict | None:
    if reply is Reply.HOST_REJECTED:
        return Verdict.HOST_NOT_ALLOWED
    if place.is_https and reply is Reply.APP and not setup.proxies:
        return Verdict.PROXIES_NOT_SET
    if place.is_https and reply is Reply.APP and not setup.is_https:
        return Verdict.HTTPS_NOT_SET
    if setup.address is None:
        return None  # an address of this computer, already covered
    if reply is Reply.APP and setup.is_https and not place.is_https:
        return Verdict.HTTPS_WITHOUT_PROXY
    return _ADDRESS_FAULTS.get(reply, Verdict.ADDRESS_WORKS)


def _check_devices(setup: Setup, place: Place) -> Iterator[Finding]:
    port = urlsplit(place.url).port or (443 if place.is_https else 80)
    facts = {"address": f"{place.url}/check", **_port_facts(port)}
    if _was_device_here(setup.folder):
        yield Finding(Verdict.DEVICE_SEEN, {"at": other_device_seen_at(setup.folder)})
    elif not setup.has_waited:
        yield Finding(Verdict.DEVICE_NOT_TRIED, facts)
    else:
        causes = {True: Verdict.FIREWALL_LIKELY, False: Verdict.ISOLATION_LIKELY, None: Verdict.NO_DEVICE_CAME}
        yield Finding(causes[has_neighbors()], facts)


def _port_facts(port: int | None) -> dict[str, object]:
    return {"port": port, "command": allow_port(port or 0)}


def _check_streams(place: Place) -> Iterator[Finding]:
    try:
        seconds = probe.first_event_after(place)
    except LookupError:
        yield Finding(Verdict.STREAMS_OFF)
        return
    if seconds is None:
        yield Finding(Verdict.STREAMS_HELD, {"address": place.url})
    else:
        yield Finding(Verdict.STREAMS_WORK, {"ms": round(seconds * 1000)})
