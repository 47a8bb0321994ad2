"""The command line of the engine: the only part of it that reads files and prints."""

from __future__ import annotations

DAMAGED, UNUSABLE = 1, 2


class CommandError(Exception):
    """An error in the input, not in the program: a line for the person, and an exit code for the shell."""

    def __init__(self, text: str, exit_code: int) -> None:
        super().__init__(text)
        self.exit_code = exit_code
