"""The fast parser and html5lib give the same result for every page, valid or not."""

from __future__ import annotations

import io
import random
import re
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests import parsing
from tests.parsing import parse, parse_strictly, same

GOOD = """<!doctype html>
<html lang="en" data-x='{"a": "b"}'>
<head>
  <meta charset="utf-8"><title>A &amp; b</title><script src="/x.js" defer></script>
</head>
<body class="">
  <svg viewBox="0 0 8 8" aria-hidden="true"><rect width="8"/><g><path d="M8 8z"></path></g></svg>
  <main><h1>One &lt;b&gt; &#39;two&#39;</h1><p>A <b>bold</b> <a href="#x">link<br></a> &nbsp; end</p>
  <ul><li>1</li> <li>2 <ul><li>3</li></ul></li></ul>
  <form method="post"><input type="hidden" name="a" value="1 &amp; 2"><label>L <input name="b" disabled></label>
  <select name="s"><option value="1" selected>One</option><option>Two</option></select>
  <textarea name="t">
text
</textarea><button>Go</button></form>
  <table><caption>C</caption><thead><tr><th>H</th></tr></thead> <tbody><tr><td>1</td></tr></tbody></table>
  <pre>
  x</pre><template><p>t</p></template><img src="x" alt=""></main>
</body>
</html>
"""
FRAGMENT = '\n <p id="a">One</p> two <svg><path d="M0"/></svg>\n<input disabled>\n'


@pytest.fixture(autouse=True)
def _empty_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    _use_new_worker(monkeypatch, tmp_path)


def _use_new_worker(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Act as another worker, which only knows what the run's file contains."""
    another = parsing._Sound(folder / "sound.txt")
    monkeypatch.setattr(parsing, "_sound", lambda: another)


@pytest.fixture
def strict_calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record what html5lib parses."""
    calls: list[str] = []

    def noted(markup: str, *, is_fragment: bool = False) -> parsing.Parsed:
        calls.append(markup)
        return parse_strictly(markup, is_fragment=is_fragment)

    monkeypatch.setattr(parsing, "parse_strictly", noted)
    return calls


@pytest.mark.parametrize(
    ("markup", "is_fragment"), [(GOOD, False), (GOOD.replace("\n", "\r\n"), False), (FRAGMENT, True), ("", True)]
)
def test_valid_markup_is_not_parsed_strictly_again(strict_calls: list[str], markup: str, is_fragment: bool) -> None:
    expected, _ = parse_strictly(markup, is_fragment=is_fragment)
    for _ in range(2):
        root, errors = parse(markup, is_fragment=is_fragment)
        assert same(root, expected)
        assert errors == []
    assert len(strict_calls) <= 1


def test_workers_share_what_they_found_valid(
    strict_calls: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _use_new_worker(monkeypatch, tmp_path)
    one = parsing._sound()
    parse(FRAGMENT, is_fragment=True)
    _use_new_worker(monkeypatch, tmp_path)
    parse(FRAGMENT, is_fragment=True)
    assert len(strict_calls) == 1
    parse(GOOD)
    monkeypatch.setattr(parsing, "_sound", lambda: one)
    parse(GOOD)
    assert len(strict_calls) == 2


def test_threads_read_the_shared_file_side_by_side(tmp_path: Path) -> None:
    file = tmp_path / "sound.txt"
    writer, reader = parsing._Sound(file), parsing._Sound(file)
    slow = _SlowFile(file)
    reader._file = slow  # type: ignore[assignment]
    with ThreadPoolExecutor(4) as threads:
        for number in range(5):
            writer.add({("text", f"&{number};")})
            found = threads.map(reader.covers, [{("text", f"&{number};")}] * 4)
            assert all(found)


class _SlowFile:
    """A file that other threads read before one has noted what it read."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def open(self, mode: str) -> io.BytesIO:
        content = self._path.read_bytes()

        class Slow(io.BytesIO):
            def close(self) -> None:
                time.sleep(0.01)
                super().close()

        assert mode == "rb"
        return Slow(content)


def test_texts_and_values_may_differ_and_parts_may_be_repeated(strict_calls: list[str]) -> None:
    parse(GOOD)
    other = GOOD.replace("<li>1</li>", "<li>9</li><li>8</li><li></li>").replace('href="#x"', 'href="/else"')
    root, errors = parse(other)
    assert (len(strict_calls), errors) == (1, [])
    assert same(root, parse_strictly(other)[0])


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ("</b>", ""),
        ("<b>bold</b>", "<p>bold</p>"),
        ("<b>bold</b>", "<a>bold</a>"),
        ("<b>bold</b> <a", "<b>bold <a"),
        ("</main>", "</main></main>"),
        ("</main>", "</section>"),
        ("<br>", "</br>"),
        ("<h1>", "<h1/>"),
        ("<h1>", "<h1 id='a' id='b'>"),
        ("<h1>", "<h1 id=a>"),
        ("<h1>", '<h1 id="a"class="b">'),
        ("<h1>", '<h1 id="a&copy">'),
        ("<h1>", "<h1 \0>"),
        ("&nbsp;", "&nosuch;"),
        ("&nbsp;", "& nbsp &ampx &#0; &#128;"),
        ("&nbsp;", "\x01"),
        ("&nbsp;", "a < b"),
        ("<tbody>", "text<tbody>"),
        ("<tbody>", "\u00a0<tbody>"),
        ("<tbody>", "<p>a</p><tbody>"),
        ("<h1>", "<h1\u00a0id>"),
        ("<tbody>", "<input><tbody>"),
        ("<tbody>", '<input type="hidden"><tbody>'),
        ("<tbody><tr><td>1</td></tr></tbody>", "<tr><td>1</td></tr>"),
        ("<option>", "<option><b>"),
        ("<button>", "<form><button>"),
        ("<button>", "<button><button>"),
        ("</button>", "</button></form></form>"),
        ("text\n</textarea>", "<p>text</p></textarea>"),
        ('<script src="/x.js" defer></script>', "<script>a < b && c</script>"),
        ('<script src="/x.js" defer></script>', "<p>in the head</p>"),
        ("<title>", "</head><title>"),
        ("<body", "<meta><body"),
        ("</body>", "</body><p>after</p>"),
        ("</html>", "</html>after"),
        ("</html>", ""),
        ("<html", "text<html"),
        ("<!doctype html>", ""),
        ("<!doctype html>", "<!doctype>"),
        ("<main>", "<main><!-- a comment -->"),
        ("<main>", "<main><body>"),
        ("<main>", '<MAIN CLASS="x">'),
        ("<rect", "<p>x</p><rect"),
        ("viewBox", "viewbox"),
        ('<path d="M8 8z"></path>', '<a xlink:href="x"/>'),
        ("<p>t</p>", "<tr><td>t</td></tr>"),
    ],
)
def test_errors_are_found_in_a_page_with_known_parts(good: str, bad: str) -> None:
    assert good in GOOD
    parse(GOOD)
    broken = GOOD.replace(good, bad, 1)
    expected, errors = parse_strictly(broken)
    for _ in range(2):
        root, found = parse(broken)
        assert found == errors
        assert same(root, expected)


@pytest.mark.parametrize("seed", range(60))
def test_random_changes_of_a_known_page_give_the_same_result(seed: int) -> None:
    """Delete, duplicate, or swap tags and texts of a known page."""
    rng = random.Random(seed)
    parse(GOOD)
    pieces = [piece for piece in re.split("(<[^>]*>)", GOOD) if piece]
    for _ in range(rng.randrange(1, 4)):
        one, other = rng.randrange(len(pieces)), rng.randrange(len(pieces))
        change = rng.choice(("lose", "double", "exchange"))
        if change == "lose":
            del pieces[one]
        elif change == "double":
            pieces.insert(other, pieces[one])
        else:
            pieces[one], pieces[other] = pieces[other], pieces[one]
    changed = "".join(pieces)
    expected, errors = parse_strictly(changed)
    root, found = parse(changed)
    assert found == errors
    assert same(root, expected)
