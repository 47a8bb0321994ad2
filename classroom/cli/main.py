"""The commands and their arguments. Without a command, the app is served."""

from __future__ import annotations

import argparse
import logging
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from urllib.parse import urlsplit

from classroom import hosting
from classroom.cli.data import (
    lock_down,
    migrate_database,
    rebuild_statistics,
    reset_password,
    restore_backup,
    revoke_cards,
    sign_out_everyone,
    write_backup,
)
from classroom.cli.doctor import doctor
from classroom.cli.serving import serve, serve_demo
from classroom.config import SettingError
from classroom.instance import InstanceError, checkout_path, command_name
from classroom.services.maintenance.backup import BackupError
from classroom.serving.server import ServerError
from classroom.version import app_version

Command = Callable[[argparse.Namespace], int]

_PORT = "8000"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if not given or (given[0].startswith("-") and given[0] not in {"-h", "--help", "--version"}):
        given.insert(0, "serve")
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    chosen = _parser().parse_args(given)
    command: Command = chosen.command
    try:
        return command(chosen)
    except (BackupError, InstanceError, ServerError, SettingError) as problem:
        print(problem, file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=command_name(),
        description="Run Sequence Numbers for your class. Without a command, this starts the server.",
        epilog="python3 run.py test [PYTEST ARGUMENTS] installs the test packages and runs the tests."
        if checkout_path()
        else None,
    )
    parser.add_argument("--version", action="version", version=app_version())
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def add(name: str, help_text: str, command: Command) -> argparse.ArgumentParser:
        one = commands.add_parser(name, help=help_text, description=help_text)
        one.set_defaults(command=command)
        return one

    _add_address(add("serve", "Start the server for the school's network (default).", serve), host=None)
    demo = add("demo", "Start a demo school with weeks of sample sessions, on this computer only.", serve_demo)
    _add_address(demo, host=hosting.THIS_COMPUTER)
    demo.add_argument("--fresh", action="store_true", help="delete the demo data and build it again")
    examined = add("doctor", "Find out why devices can't connect.", doctor)
    _add_port(examined, "port of the server")
    examined.add_argument(
        "--address", type=_web_address, help="what students type, if a proxy serves it: https://game.school.example"
    )
    examined.add_argument(
        "--wait", type=int, default=0, metavar="SECONDS", help="wait so long for another device, and show it the way"
    )
    reset = add("reset-password", "Set a new password for a teacher and print it.", reset_password)
    reset.add_argument("name", nargs="+", help="the teacher's name")
    add("sign-out-everyone", "Sign out all teachers and students on all devices.", sign_out_everyone)
    cards = add("revoke-cards", "Revoke all login cards of a class and sign its students out.", revoke_cards)
    cards.add_argument("code", help="the class code")
    lockdown = add("lockdown", "Sign everyone out and let only administrators sign in.", lock_down)
    lockdown.add_argument("--end", action="store_true", help="let everyone sign in again")
    copy = add("backup", "Save a backup of the database to a file. The server can be running.", write_backup)
    copy.add_argument("file", help="path of the new backup file")
    restore = add("restore", "Replace the database with a backup. Stop the server first.", restore_backup)
    restore.add_argument("file", help="a file from the backup command, or downloaded from the Server page")
    add("migrate", "Create or upgrade the database. The server does this too when it starts.", migrate_database)
    add("rebuild-statistics", "Rebuild all answer statistics from the game logs.", rebuild_statistics)
    return parser


def _add_address(parser: argparse.ArgumentParser, *, host: str | None) -> None:
    usual = host or f"{hosting.EVERYWHERE}, or {hosting.THIS_COMPUTER} behind a proxy (CLASSROOM_PROXIES)"
    parser.add_argument("--host", default=host, help=f"address to listen on (default: {usual})")
    _add_port(parser, "port to listen on")
    parser.add_argument(
        "--https", action=_NoHttps, nargs=0, help="not offered: a proxy does that better (docs/https.md)"
    )


def _add_port(parser: argparse.ArgumentParser, purpose: str) -> None:
    usual = os.environ.get("CLASSROOM_PORT") or _PORT
    parser.add_argument("--port", type=_port, default=usual, help=f"{purpose} (default: %(default)s; CLASSROOM_PORT)")


class _NoHttps(argparse.Action):
    """Reports why the server can't serve https, and exits."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        parser.error(
            "the server speaks http only. Certificates must be renewed while students play, "
            "which a proxy such as Caddy does by itself. docs/https.md has the files"
        )


def _web_address(text: str) -> str:
    with suppress(ValueError):
        parts = urlsplit(text)
        if parts.scheme in {"http", "https"} and parts.hostname:
            return text
    raise argparse.ArgumentTypeError(f"{text!r} is not an address. Write one such as https://game.school.example")


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port. Use a number from 1 to 65535")
    return int(text)
