"""Mark tests with their tier, and sort them so that the slowest files come first.

Tests of the quick tier need no browser, no PostgreSQL, and no server under load. CI runs all tests except those marked
`nightly`, which are more examples of a kind that CI covers, or look for rare faults. They run with NIGHTLY=1, or with
`-m nightly`. Tests marked `long` take minutes or an hour. They run with LONG=1, in `make trust-long`.
"""

from __future__ import annotations

import functools
import gc
import os
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import pytest

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

One = TypeVar("One")

TESTS = Path(__file__).parent
ROOT = TESTS.parent
TIERS = {
    "browser": ("browser",),
    "crash": ("crash",),
    "lesson": ("lesson", "field_failures/test_full_class.py", "field_failures/test_deleted_names.py"),
    "slow": (
        *("engine/test_agreement.py", "engine/test_machine.py"),
        *(
            "classroom/learning/test_findings.py",
            "classroom/learning/test_simulation.py",
            "classroom/reports/test_fairness.py",
        ),
        *("classroom/cli", "classroom/demo", "classroom/services/maintenance", "classroom/services/sample"),
        *("classroom/blueprints/test_canaries.py", "classroom/blueprints/test_differences.py"),
        *("classroom/blueprints/test_forecast.py", "classroom/blueprints/test_languages_at_table.py"),
        *("classroom/blueprints/test_private_misses.py", "classroom/blueprints/test_sample_class.py"),
        *("guards/test_migrations.py", "guards/test_packaging.py", "guards/test_permission_matrix.py"),
        *("classroom/blueprints/test_played.py", "classroom/blueprints/test_shared_tickets.py"),
        *("classroom/services/accounts/test_student_sign_in.py", "classroom/services/learning/test_dealing.py"),
        *("classroom/services/test_erasing.py", "classroom/lti", "classroom/sso", "engine/test_properties.py"),
        *("guards/test_co_teacher.py", "guards/test_names_in_any_script.py", "guards/test_scans.py"),
        *("guards/test_error_codes.py", "guards/test_unused.py", "test_tiers.py", "test_workers.py"),
    ),
}
"""Tests in these folders and files get the mark. A slow file takes more than 0.5 s per test, or 5 s in all."""
NIGHTLY = "nightly"
AT_NIGHT = bool(os.environ.get(NIGHTLY.upper()))
"""Whether nightly tests run, and others use more examples."""
LONG = "long"
POSTGRES_FIXTURE = "postgres_server"
"""Tests that use this fixture get the mark `postgres`."""
SLOWEST_FIRST = (
    *("browser/test_every_page.py", "browser/test_teachers_lesson.py", "sign_in", "test_reaper.py"),
    *("browser", "lesson", "crash"),
)
"""These run first because they take longest, so that no worker waits for another at the end."""


def nightly_except(always: Collection[object], values: Iterable[object]) -> list[object]:
    """Mark the values of a parameter as nightly, except those in `always`, which CI also uses."""
    return [one if one in always else pytest.param(one, marks=pytest.mark.nightly) for one in values]


def thinned(values: Sequence[One], every: int) -> Sequence[One]:
    """Return the first of every few values, and the last. At night, return all."""
    if AT_NIGHT:
        return values
    return [*values[:-1:every], *values[-1:]]


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    """Add marks before `-m` selects, deselect nightly and long tests, and sort after the shuffling."""
    for item in items:
        for mark in _marks(item.path):
            item.add_marker(mark)
        if POSTGRES_FIXTURE in getattr(item, "fixturenames", ()):
            item.add_marker("postgres")
    yield
    for mark in (NIGHTLY, LONG):
        if mark not in config.option.markexpr and not os.environ.get(mark.upper()):
            config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker(mark)])
            items[:] = [item for item in items if not item.get_closest_marker(mark)]
    items.sort(key=_sort_key)


def pytest_collection_finish() -> None:
    """Exclude the thousands of collected tests from garbage collection."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 50)


@functools.cache
def _marks(path: Path) -> list[str]:
    """Return the marks of a file."""
    return [mark for mark, places in TIERS.items() if any(path.is_relative_to(TESTS / place) for place in places)]


@functools.cache
def _rank(path: Path) -> int:
    """Return the position of a file in the order, slowest first."""
    places = (place for place, beginning in enumerate(SLOWEST_FIRST) if path.is_relative_to(TESTS / beginning))
    return next(places, len(SLOWEST_FIRST))


def _sort_key(item: pytest.Item) -> int:
    """Return the position of a test in the order."""
    place = _rank(item.path)
    return place if place < len(SLOWEST_FIRST) else place + (item.get_closest_marker("slow") is None)
