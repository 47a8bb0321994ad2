"""The engine's command line: the only part of the engine that reads files and prints."""

from __future__ import annotations

DAMAGED, UNUSABLE = 1, 2


class CommandError(Exception):
    """An error in the input, not in the program: one line to print, and an exit code."""

    def __init__(self, text: str, exit_code: int) -> None:
        super().__init__(text)
        self.exit_code = exit_code
