"""The command that diagnoses connection problems."""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import replace
from pathlib import Path

from classroom import config, instance
from classroom.hosting import qr_code
from classroom.instance.other_devices import other_device_seen_at
from classroom.presenters.doctor import ShownExamination, shown_examination
from classroom.services.doctor import Level, Setup, examine
from classroom.services.doctor.checks import students_place

_SIGNS = {"bad": "PROBLEM", "note": "WARNING", "open": "UNKNOWN", "limit": "note", "good": "ok"}
_LOOK_EVERY = 0.5  # seconds


def doctor(arguments: argparse.Namespace) -> int:
    folder = instance.instance_path()
    setup = Setup(
        folder=folder,
        database_url=config.database_url(folder),
        port=arguments.port,
        address=arguments.address or _named_address(),
        is_https=config.is_https(),
        proxies=config.count("CLASSROOM_PROXIES", 0),
    )
    findings = examine(setup)
    is_worth_waiting = any(one.level is Level.QUESTION for one in findings)
    if arguments.wait and is_worth_waiting and (place := students_place(setup)):
        _show_way(f"{place.url}/check")
        _wait_for_device(folder, seconds=arguments.wait)
        findings = examine(replace(setup, has_waited=True))
    shown = shown_examination(findings)
    print("\n".join(_lines(shown)))
    return 1 if shown.problems else 0


def _named_address() -> str | None:
    """Return the address behind a proxy, as far as the settings contain it."""
    host = config.named_host(config.hosts())
    return f"https://{host}{config.path()}" if host and config.is_https() else None


def _lines(shown: ShownExamination) -> list[str]:
    lines = [f"{_SIGNS[one.level]:8} {one.title}: {one.text}" for one in shown.findings]
    if shown.problems:
        problems = "1 problem" if shown.problems == 1 else f"{shown.problems} problems"
        return [*lines, "", f"{problems} to fix. Start with the first line."]
    if shown.questions:
        return [*lines, "", "No problem found on this computer. Try another device: add --wait 60 and scan the code."]
    return [*lines, "", "Everything looks good."]


def _show_way(address: str) -> None:
    print(f"On another device, open {address}\n{qr_code(address)}", file=sys.stderr, flush=True)


def _wait_for_device(folder: Path, *, seconds: int) -> None:
    until = time.monotonic() + seconds
    while other_device_seen_at(folder) is None and time.monotonic() < until:
        time.sleep(_LOOK_EVERY)
