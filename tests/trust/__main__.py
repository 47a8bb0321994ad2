"""`make trust`: one line for each target of security, privacy, and reliability. Ends with 1 if a proof failed.

`make trust` runs all proofs and writes docs/trust.md. `ONLY=R` or `ONLY=S7,R1` runs a part and keeps its report;
`make trust ONLY=kept` runs nothing, and writes the page of all that is kept in build/trust.
`make trust-long` runs the proofs that take minutes or an hour, and keeps their reports for the page (build/trust-long).
"""

from __future__ import annotations

import os
import shutil
import sys
from collections import Counter

from tests.trust.document import document
from tests.trust.suite import REPORTS, ROOT, results_of, run_long
from tests.trust.targets import TARGETS

KEPT = "kept"


def main() -> int:
    """Prove, print, and write the page."""
    only = tuple(part for part in os.environ.get("ONLY", "").split(",") if part)
    is_kept = only == (KEPT,)
    is_long = "TRUST_LONG" in os.environ
    if not only and not is_long:
        shutil.rmtree(REPORTS, ignore_errors=True)
    wanted = TARGETS if is_kept or not only else [one for one in TARGETS if one.id in only or one.id[0] in only]
    results = run_long(wanted) if is_long else results_of(wanted, runs=not is_kept)
    for result in results:
        print(result)
        for name in result.failed:
            print(f"      failed: {name}")
        for name in result.skipped:
            print(f"      skipped: {name}")
        for name in result.absent:
            print(f"      not run: {name}")
    counts = Counter(result.status for result in results)
    print(f"{len(results)} targets: {', '.join(f'{count} {status}' for status, count in counts.most_common())}.")
    if is_kept or not (only or is_long):
        (ROOT / "docs" / "trust.md").write_text(document(results, _machine()), encoding="utf-8")
    return int(any(result.failed for result in results))


def _machine() -> str:
    """Say what the figures were measured on, and how much else ran there."""
    load = f", load average {os.getloadavg()[2]:.0f}" if hasattr(os, "getloadavg") else ""
    return f"{os.cpu_count()} processors{load}"


if __name__ == "__main__":
    sys.exit(main())
