"""Play and write every playthrough again: `make playthroughs`. `git diff` shows what changed."""

from __future__ import annotations

from .games import FOLDER, kinds, play, print_playthrough


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.json"):
        old.unlink()
    for kind in kinds():
        setup, events, position = play(kind)
        kind.path.write_text(print_playthrough(setup, events, position), encoding="utf-8")
        outcome = position.outcome
        print(f"{kind.path.stem}: {len(events)} events, {outcome and outcome.reason}")


if __name__ == "__main__":
    main()
