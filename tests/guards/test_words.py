"""No file uses words that docs/words.md replaces with standard terms."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tests.guards.files import ROOT, project_files

BANNED = {
    "deeds?": "action",
    "whoever": "anyone who",
    "by lot": "at random",
    "anew": "again",
    "put(?:s|ting)? away": "archive",
    "br(?:ing|ought) back": "restore",
    "call(?:s|ed)? back": "revoke",
    "opens nothing": "no longer works",
    "ma[dk]e void": "revoke, deactivate",
    "called dead": "traded in",
    "the own": "their own",
    "how-manieth": "number of",
    "nobody": "no one",
    "somebody": "someone",
    "everybody": "everyone",
    "telephones?": "phone",
    "practis(?:e|es|ed|ing)": "practice",
    "maths": "math",
    "neighbours?": "neighbor",
    "e-mails?": "email",
    "licence": "license",
    "learnt": "learned",
    "grey": "gray",
    "centres?": "center",
    "per cent": "percent",
    "colours?": "color",
    "holes?": "vulnerability",
    "in large": "large, with N of them",
    "without a word": "silently",
    "seen failing": "fails without the change",
    "comes? to nothing": "has no effect, is rolled back",
}
ALLOWED = {
    "docs/words.md": "names the words",
    "tests/guards/test_words.py": "names the words",
    "tests/factories/roster_workbooks.py": "a family name",
    "docs/record.md": "the format of records, which is frozen",
}
"""Files that may contain any of the words, each with its reason."""
MEANT = {
    "colour": "a field of records, frozen (docs/record.md)",
    "telephone": "a heading in school files",
    "maths": "a heading in school files",
    "e-mail": "a heading in school files",
    "call back": "to call a function later, as event loops do",
    "by_lot": "a stored reason of a choice",
}
"""Words that are allowed because they mean something else, each with its reason."""
_WORDS = re.compile(rf"(?<![^\W_])(?:{'|'.join(BANNED)})(?![^\W_])".replace(" ", "[ _]"), re.IGNORECASE)
"""Also matches words in names, such as `test_nobody_moves`."""
_TEXT = {".py", ".html", ".js", ".css", ".md", ".po", ".toml"}


def found_in(text: str) -> Counter[str]:
    """Count the banned words in a text, except those used on purpose."""
    words = (found[0].lower() for found in _WORDS.finditer(text))
    return Counter(word for word in words if word.removesuffix("s") not in MEANT and word not in MEANT)


def test_the_words_are_found() -> None:
    assert found_in("Whoever has put away e-mail, by lot") == {"whoever": 1, "put away": 1, "by lot": 1}
    assert found_in("def test_nobody_moves") == {"nobody": 1}
    assert not found_in("anybody, neighborhood, a colour in a record")


@pytest.mark.parametrize("folder", ["engine", "classroom", "templates", "static", "docs", "tests", "."])
def test_no_file_contains_a_banned_word(folder: str) -> None:
    found = {}
    for path in project_files():
        name = path.relative_to(ROOT).as_posix()
        top = name.split("/")[0] if "/" in name else "."
        if top != folder or path.suffix not in _TEXT or name in ALLOWED or name.startswith("static/vendor"):
            continue
        if words := found_in(path.read_text(encoding="utf-8")):
            found[name] = dict(words)
    assert found == {}
