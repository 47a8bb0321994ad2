"""The commands and their arguments."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence

from engine.cli import CommandError, check, perft, play, simulate

EXAMPLES = """\
examples:
  python -m engine play --seats 4 --teams 2 --board 8x8 --seed 7 --record game.json
  python -m engine check game.json
  python -m engine perft game.json --depth 3
  python -m engine simulate --seats 6 --teams 3 --board 8x8 --games 1000

exit codes: 0 all is well; 1 a record is damaged or breaks a rule; 2 the arguments cannot be used
"""


def main(argv: Sequence[str]) -> int:
    """Run one command and return its exit code. Errors are printed as one line on stderr."""
    arguments = _parser().parse_args(argv)
    if isinstance(sys.stdout, io.TextIOWrapper):  # a file's name may have letters that the terminal can't show
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        arguments.run(arguments)
        sys.stdout.flush()
    except CommandError as failure:
        sys.stderr.write(f"python -m engine {arguments.command}: {failure}\n")
        return failure.exit_code
    except BrokenPipeError:
        # The reader closed the pipe; keep the interpreter from reporting that at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m engine",
        description="Sequence on the command line: bots play, records are checked.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for module in (play, check, perft, simulate):
        module.add_parser(commands)
    return parser
