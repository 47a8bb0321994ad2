"""R18: with two hundred students on one process, the time until a move is answered and shown on the last screen."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from tests.benchmarks.crowd.lesson import hold_lesson
from tests.benchmarks.crowd.school import open_school
from tests.benchmarks.processes import cpu_of, memory_of
from tests.over_http import LiveServer
from tests.over_http.server import HOST
from tests.trust.bars import check_bar

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.long, pytest.mark.timeout(1800)]
OPENING, PLAYING = 5.0, 60.0
THINKING = (0.5, 2.5)
"""Seconds before each move: four times as fast as real students."""
BARS_MS = {30: (100, 300), 120: (150, 400), 200: (250, 500)}
"""By the number of students: p95 of a move, and p95 until the last screen of the table shows it."""
MOST_MB = 300


@pytest.mark.parametrize("students", BARS_MS)
def test_moves_are_quick(tmp_path: Path, students: int) -> None:
    tables = open_school(tmp_path, students=-(-students // 28) * 28)[: students // 4]
    server = LiveServer(tmp_path)
    server.start()
    try:
        places, spent = [(HOST, server.port)], lambda: (cpu_of(server.pid), 0.0)
        seen = asyncio.run(
            hold_lesson(tables, places, opening=OPENING, playing=PLAYING, spent=spent, thinking=THINKING)
        )
        memory = memory_of(server.pid)
    finally:
        server.stop()
    server.assert_no_faults()
    move_bar, screen_bar = BARS_MS[students]
    print(
        f"R18 {students} students: {seen.moves} moves, p95 {seen.move_p95:.0f} ms (bar {move_bar}), on the last screen "
        f"p95 {seen.p95:.0f} ms (bar {screen_bar}), pages p95 {seen.page_p95:.0f} ms, {memory:.0f} MB, "
        f"{seen.faults} faults"
    )
    assert (seen.faults, seen.lost) == (0, 0)
    check_bar(what="p95 of a move", figure=seen.move_p95, bar=move_bar)
    check_bar(what="p95 of the last screen", figure=seen.p95, bar=screen_bar)
    check_bar(what="p95 of a page at the start", figure=seen.page_p95, bar=1000)
    check_bar(what="megabytes", figure=memory, bar=MOST_MB)
