"""`make trust`: one line for each target of security, privacy, and reliability. Ends with 1 if a proof failed.

`make trust ONLY=R` or `ONLY=S7,R1` runs a part; the page docs/trust.md is written only of all.
"""

from __future__ import annotations

import os
import sys
from collections import Counter

from tests.trust.document import document
from tests.trust.suite import ROOT, results_of
from tests.trust.targets import TARGETS


def main() -> int:
    """Prove, print, and write the page."""
    only = tuple(part for part in os.environ.get("ONLY", "").split(",") if part)
    results = results_of(target for target in TARGETS if not only or target.id in only or target.id[0] in only)
    for result in results:
        print(result)
        for name in result.failed:
            print(f"      failed: {name}")
        for name in result.skipped:
            print(f"      skipped: {name}")
    counts = Counter(result.status for result in results)
    print(f"{len(results)} targets: {', '.join(f'{count} {status}' for status, count in counts.most_common())}.")
    if not only:
        (ROOT / "docs" / "trust.md").write_text(document(results), encoding="utf-8")
    return int(any(result.failed for result in results))


if __name__ == "__main__":
    sys.exit(main())
