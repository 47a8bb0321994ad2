"""`make access`: print one line for each accessibility target, and exit with 1 if one is not met.

`make access ONLY=pages`, `ONLY=table`, or `ONLY=suite` runs one part; ACCESS_EVERY=10 checks every tenth page, and
ACCESS_UPDATES=100 makes 100 updates instead of 1,000.
"""

from __future__ import annotations

import os
import sys

from playwright.sync_api import sync_playwright

from tests.access.pages import lines_of_pages
from tests.access.suite import NOT_HERE, lines_of_suite
from tests.access.table import lines_of_table
from tests.browser.conftest import launch

MAX_DETAILS = int(os.environ.get("ACCESS_DETAILS", "12"))


def main() -> int:
    """Measure, print the lines, and return the exit status."""
    only = os.environ.get("ONLY", "")
    lines = []
    with sync_playwright() as playwright:
        if only in {"", "pages"}:
            browser = launch(playwright)
            lines += lines_of_pages(browser)
            browser.close()
        if only in {"", "table"}:
            lines += lines_of_table(playwright)
    if only in {"", "suite"}:
        lines += lines_of_suite()
    for line in sorted(lines, key=lambda one: int(one.id[1:])):
        print(line)
        for detail in line.details[:MAX_DETAILS]:
            print(f"       {detail}")
        if len(line.details) > MAX_DETAILS:
            print(f"       and {len(line.details) - MAX_DETAILS} more")
    for id_, what in NOT_HERE:
        print(f"{id_:4} {what}: not measured here, needs people")
    missed = sorted({line.id for line in lines if not line.is_met})
    print("All met." if not missed else f"Not met: {', '.join(missed)}")
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main())
