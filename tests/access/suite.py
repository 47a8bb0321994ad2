"""Targets that tests of the suite check. Each line says how many of its tests passed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from xml.etree import ElementTree as ET

from tests.access.lines import Line

ROOT = Path(__file__).parents[2]
B, C = "tests/browser", "tests/classroom"
TARGETS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (
        "A2",
        "keys: one tab stop, arrows, typed numbers, ? lists them, and they can be turned off",
        (
            f"{B}/test_board.py::test_the_board_is_one_tab_stop_with_arrows",
            f"{B}/test_board.py::test_enter_on_a_card_leads_to_the_board_and_escape_back",
            f"{B}/test_board.py::test_typing_a_number_goes_to_its_spaces_in_turn",
            f"{B}/test_classic_board.py",
            f"{B}/test_support.py",
        ),
    ),
    ("A3", "a whole game by keyboard", (f"{B}/test_whole_game.py::test_one_student_played_by_keyboard",)),
    (
        "A4",
        "focus stays while others play, and goes to the result at the end",
        (
            f"{B}/test_board.py::test_focus_and_choice_stay_while_others_play",
            f"{B}/test_whole_game.py::test_each_move_was_announced_once_with_its_place",
        ),
    ),
    ("A5", "names of spaces: place, number, team, shape, sequence, corner", (f"{C}/presenters/table/test_board.py",)),
    (
        "A6",
        "each move announced once, with its place, in at most 12 words, at most every 2 s",
        (
            f"{B}/test_whole_game.py::test_each_move_was_announced_once_with_its_place",
            f"{B}/test_number_pad.py::test_a_wrong_answer_is_announced_and_the_field_is_cleared",
        ),
    ),
    (
        "A6",
        "connection: the page says sending after 0.7 s, not sent after 5 s, offline, and back online",
        (f"{B}/test_sending.py",),
    ),
    (
        "A7",
        "teams told apart: ΔE2000 ≥20, ≥10 with each kind of color blindness and in gray",
        ("tests/guards/test_colors.py::test_any_two_teams_are_told_apart",),
    ),
    ("A8", "contrast of every pair of colors, light and dark", ("tests/guards/test_colors.py::test_contrast",)),
    (
        "A10",
        "board, hand, and status in view at 1366×600",
        (f"{B}/test_board.py::test_board_hand_and_status_fit_on_the_screen",),
    ),
    ("A11", "motion: how long, and none with reduced motion", (f"{B}/test_motion.py",)),
    (
        "A12",
        "more time for a student, up to 10 times; a warning 20 s before the end, and one key restarts the time",
        (
            f"{C}/services/classes/test_support.py",
            f"{C}/services/play/test_turns.py",
            f"{B}/test_lesson.py::test_the_turn_timer_is_announced_only_near_its_end",
        ),
    ),
    ("A13", "sign-in without a memory test: card, pictures, code", (f"{B}/test_login_cards.py",)),
    ("A14", "read-aloud: only local voices, by a press, stops", (f"{B}/test_support.py",)),
    (
        "A15",
        "spoken equations, English and Spanish: 200 difficult ones as reviewed, no two of 41,000 sound the same",
        (
            "tests/engine/equations/test_speech.py",
            f"{C}/i18n/test_speech.py",
        ),
    ),
    (
        "A6",
        "more than 200 announcements of random moves in each language: at most 12 words, with the place",
        (f"{C}/presenters/table/test_announcement.py",),
    ),
    (
        "A19",
        "a game without scripts",
        (
            f"{B}/test_board.py::test_forms_work_without_scripts",
            f"{B}/test_choosing.py::test_each_step_is_shown_alone_and_fits_on_the_screen",
        ),
    ),
    ("A20", "a page without a stream polls", (f"{B}/test_polling.py",)),
    ("A21", "three streams per sign-in; more pages poll", (f"{C}/web/test_stream.py",)),
    ("A23", "card scanned, code typed", (f"{B}/test_login_cards.py",)),
    (
        "A24",
        "everything works in Chrome 100; older browsers get a plain message",
        ("tests/guards/test_browser_features.py", f"{B}/test_old_browser.py"),
    ),
    ("A25", "no name or token in an address, nothing stored only in the browser", (f"{B}/test_one_person.py",)),
)
"""ID, target, and its tests."""

NOT_HERE = (
    ("A18", "people: a screen-reader, a switch, and a low-vision user, three students"),
    ("A26", "times of signing in, with students"),
)
"""Targets that need people."""


def lines_of_suite() -> list[Line]:
    """Run the tests, all at once."""
    nodes = list(dict.fromkeys(node for _, _, tests in TARGETS for node in tests))
    with tempfile.TemporaryDirectory() as name:
        report = Path(name) / "report.xml"
        subprocess.run(
            [
                *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junit-xml={report}"),
                *("-o", "junit_logging=system-out", *nodes),  # including the output of passing tests
            ],
            cwd=ROOT,
            env={**os.environ, "NIGHTLY": "1"},
            check=False,
            stdout=subprocess.DEVNULL,
        )
        cases = list(ET.parse(report).iter("testcase"))  # noqa: S314 (our own)
    return [_line(id_, what, tests, cases) for id_, what, tests in TARGETS]


def _line(id_: str, what: str, tests: tuple[str, ...], cases: list[ET.Element]) -> Line:
    own = [case for case in cases if any(_is_of(case, test) for test in tests)]
    failed = [case for case in own if any(case.find(kind) is not None for kind in ("failure", "error", "skipped"))]
    printed = " ".join(case.findtext("system-out") or "" for case in own)
    keys = re.search(r"keys for a move: .*", printed)
    figure = f"{len(own) - len(failed)} of {len(own)} tests passed{', ' + keys[0] if keys else ''}"
    details = tuple(f"{case.get('classname')}::{case.get('name')}" for case in failed)
    return Line(id_, what, figure, "all", bool(own) and not failed, f"pytest {' '.join(tests)}", details)


def _is_of(case: ET.Element, test: str) -> bool:
    path, _, name = test.partition("::")
    module = path.removesuffix(".py").replace("/", ".")
    is_there = (case.get("classname") or "").split(".Test")[0] == module
    return is_there and (not name or (case.get("name") or "").split("[")[0] == name)
