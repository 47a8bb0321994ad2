"""Which commands there are, and how each is called. Without a command the app is served."""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Callable, Sequence

from classroom import hosting
from classroom.cli.data import migrate_database, rebuild_statistics, reset_password, restore_backup, write_backup
from classroom.cli.serving import serve, serve_demo
from classroom.instance import InstanceError
from classroom.services.maintenance.backup import BackupError
from classroom.serving.server import ServerError

Command = Callable[[argparse.Namespace], int]

_PORT = 8000


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and give its exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if not given or (given[0].startswith("-") and given[0] not in {"-h", "--help"}):
        given.insert(0, "serve")
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    chosen = _parser().parse_args(given)
    command: Command = chosen.command
    try:
        return command(chosen)
    except (BackupError, InstanceError, ServerError) as problem:
        print(problem, file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="run.py",
        description="Sequence Numbers for a class. Without a command, the app is served.",
        epilog="python3 run.py test [ARGUMENTS OF PYTEST] installs what the tests need and runs them.",
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def add(name: str, help_text: str, command: Command) -> argparse.ArgumentParser:
        one = commands.add_parser(name, help=help_text, description=help_text)
        one.set_defaults(command=command)
        return one

    _add_address(add("serve", "Serve the app to the school's network (this is the default).", serve), host=None)
    demo = add("demo", "Serve a made-up class with weeks of lessons, to this computer.", serve_demo)
    _add_address(demo, host=hosting.THIS_COMPUTER)
    demo.add_argument("--fresh", action="store_true", help="throw away what was changed in the demo, and build it anew")
    reset = add("reset-password", "Give a teacher a new password, and print it.", reset_password)
    reset.add_argument("name", nargs="+", help="the teacher's name")
    copy = add("backup", "Copy the whole database into a file, while the server may run.", write_backup)
    copy.add_argument("file", help="the file to make")
    restore = add("restore", "Put a backup in the place of the database; the server must not run.", restore_backup)
    restore.add_argument("file", help="a file made by backup, or downloaded from the page of the server")
    add("migrate", "Create the database or bring it up to date; serving does it too.", migrate_database)
    add("rebuild-statistics", "Derive all answers again from the logs of the games.", rebuild_statistics)
    return parser


def _add_address(parser: argparse.ArgumentParser, *, host: str | None) -> None:
    usual = host or f"{hosting.EVERYWHERE}, or {hosting.THIS_COMPUTER} behind a proxy (CLASSROOM_PROXIES)"
    parser.add_argument("--host", default=host, help=f"address to listen on (default: {usual})")
    parser.add_argument("--port", type=_port, default=_PORT, help="port to listen on (default: %(default)s)")


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: give a number from 1 to 65535")
    return int(text)
