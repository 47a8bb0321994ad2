"""What stops a command: one line for the person, one code for the shell."""

from __future__ import annotations

DAMAGED, UNUSABLE = 1, 2


class Failure(Exception):
    """An error that is the input's, not the program's."""

    def __init__(self, text: str, exit_code: int) -> None:
        super().__init__(text)
        self.exit_code = exit_code
