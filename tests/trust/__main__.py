"""`make trust`: print one line for each target of security, privacy, and reliability. Exits with 1 if a proof failed.

`make trust` runs all proofs, `ONLY=R` or `ONLY=S7,R1` a part, and `make trust-long` those that take minutes or an hour.
Results are stored in tests/trust/seen.json, and docs/trust.md is written from it. `ONLY=kept` only writes the page.
"""

from __future__ import annotations

import os
import sys
from collections import Counter

from tests.trust import ledger
from tests.trust.document import document
from tests.trust.suite import ROOT, run_large, run_usual
from tests.trust.targets import TARGETS

KEPT = "kept"


def main() -> int:
    """Run the proofs, print the results, and write the page."""
    only = tuple(part for part in os.environ.get("ONLY", "").split(",") if part)
    is_large = "TRUST_LONG" in os.environ
    wanted = TARGETS if only in {(), (KEPT,)} else [one for one in TARGETS if one.id in only or one.id[0] in only]
    if only != (KEPT,):
        for target, seen in run_large(wanted) if is_large else run_usual(wanted).items():
            ledger.record(target, seen, is_large=is_large)
    results = ledger.results_of(wanted)
    for result in results:
        print(result)
        for name in result.failed:
            print(f"      failed: {name}")
        for name in result.skipped:
            print(f"      skipped: {name}")
    counts = Counter(result.status for result in results)
    print(f"{len(results)} targets: {', '.join(f'{count} {status}' for status, count in counts.most_common())}.")
    (ROOT / "docs" / "trust.md").write_text(document(ledger.results_of(TARGETS)), encoding="utf-8")
    return int(any(result.failed for result in results))


if __name__ == "__main__":
    sys.exit(main())
