"""Write missing records and counts: `python -m tests.engine.perft`. With `--overwrite`, write all again."""

from __future__ import annotations

import argparse
import json

from engine import check_record, perft, record_to_json

from .cases import CASES, COUNTS, DEPTHS, RECORDS, play, record_of, stored_counts


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.engine.perft", description=__doc__)
    parser.add_argument("--overwrite", action="store_true", help="replace records and counts that are kept already")
    overwrite = parser.parse_args().overwrite
    counts = {} if overwrite or not COUNTS.exists() else stored_counts()
    RECORDS.mkdir(exist_ok=True)
    for case in CASES:
        path = RECORDS / f"{case.name}.json"
        if overwrite or not path.exists():
            setup, events = play(case)
            record = record_to_json(setup, events, None)
            path.write_text(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
        position = check_record(record_of(case.name))
        found = [perft(position, depth) for depth in DEPTHS]
        if counts.setdefault(case.name, found) != found:
            raise SystemExit(f"{case.name}: counted {found}, kept {counts[case.name]}; nothing was written")
        print(case.name, *found)
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(counts[name])}" for name in sorted(counts))
    COUNTS.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
