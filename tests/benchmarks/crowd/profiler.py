"""Where a server spends its time while a crowd plays, sampled by py-spy.

py-spy is not a dependency: install it anywhere, and set CROWD_PROFILER to its path.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections import Counter
from pathlib import Path

_A_SECOND = 50
_SHOWN = 25


class Profiler:
    """Samples of one process: the thread that is running Python."""

    def __init__(self, program: str, pid: int, seconds: float) -> None:
        """Start sampling."""
        self._folder = tempfile.TemporaryDirectory()
        self._file = Path(self._folder.name) / "samples"
        what = ("record", "--pid", str(pid), "--duration", f"{seconds:.0f}", "--rate", str(_A_SECOND), "--gil")
        how = ("--format", "raw", "--output", str(self._file))
        self._process = subprocess.Popen([program, *what, *how], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def report(self) -> str:
        """Wait for the end; return the functions with the most time, by themselves and with what they call."""
        _, said = self._process.communicate(timeout=120)
        if not self._file.exists():
            return said.decode(errors="replace")
        own, all_in, every = Counter[str](), Counter[str](), 0
        for line in self._file.read_text(encoding="utf-8").splitlines():
            stack, _, count = line.rpartition(" ")
            names = [_without_line(frame) for frame in stack.split(";")]
            own[names[-1]] += int(count)
            all_in.update(dict.fromkeys(names, int(count)))
            every += int(count)
        self._folder.cleanup()
        if not every:
            return "no samples"
        return "\n".join(
            (
                f"{every} samples; share of a function's own",
                *_lines(own, every),
                "with what it calls",
                *_lines(all_in, every),
            )
        )


def _without_line(frame: str) -> str:
    return frame.rpartition(":")[0] + ")" if ":" in frame else frame


def _lines(counts: Counter[str], every: int) -> list[str]:
    return [f"{count / every:6.1%}  {name}" for name, count in counts.most_common(_SHOWN)]
