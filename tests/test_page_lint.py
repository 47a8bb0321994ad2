from __future__ import annotations

import html5lib
import pytest

from tests.page_lint import find_faults, text_of

GOOD = """<!doctype html><html lang="en"><head><title>Good</title></head><body><main><h1>Good</h1>
<a href="#field">To the field</a>
<form method="post" action="/"><input type="hidden" name="csrf_token" value="x">
<label for="field">Field</label><input id="field" name="field" aria-describedby="hint"><p id="hint">Hint</p>
<label><input type="checkbox" name="choice"> Choice</label>
<button>Send</button></form><img src="data:," alt=""></main></body></html>"""


def faults(html: str, *, is_fragment: bool = False) -> list[str]:
    return find_faults(html5lib.HTMLParser(namespaceHTMLElements=False).parse(html), is_fragment=is_fragment)


def test_a_good_page_has_no_faults() -> None:
    assert faults(GOOD) == []


@pytest.mark.parametrize(
    ("good", "bad", "fault"),
    [
        ("<h1>Good</h1>", "", "0 × <h1> instead of one"),
        ("<h1>Good</h1>", "<h1>Good</h1><h1>Twice</h1>", "2 × <h1> instead of one"),
        ("<title>Good</title>", "<title> </title>", "empty <title>"),
        (' lang="en"', "", "<html> without lang"),
        ("<h1>", '<h1 id="field">', "id 'field' occurs 2 times"),
        ('for="field"', "", "<input name='field'> without a label"),
        ('id="hint"', "", "<input> refers to 'hint', which is missing"),
        ('href="#field"', 'href="#nowhere"', "<a> refers to 'nowhere', which is missing"),
        ('<input type="hidden" name="csrf_token" value="x">', "", "POST form to '/' with 0 CSRF tokens"),
        ('method="post"', "", "GET form to '/' that sends the CSRF token"),
        ("<button>", '<button style="color: red">', "inline style on <button>"),
        ("<button>", '<button onclick="go()">', "code in onclick of <button>"),
        ("<button>Send", "<button autofocus>Send</button><button autofocus>Send", "2 × autofocus"),
        (
            '<input id="field"',
            '<input id="field" aria-invalid="true"',
            "a rejected form without autofocus on the errors or a wrong field",
        ),
        ('href="#field"', 'href="javascript:go()"', "code in href of <a>"),
        ("</main>", "<script>go()</script></main>", "inline script"),
        (
            "<button>Send</button>",
            '<button class="button-main">Send</button><button class="button-main">Save</button>',
            "main buttons: ['Send', 'Save']",
        ),
        ("<h1>Good</h1>", "<h1>\u00a0<b>\u2066\u2069</b></h1>", "empty <h1>"),
        ('alt=""', "", "<img src='data:,'> without alt"),
        ("<button>Send</button>", "<button><svg></svg></button>", "<button> without a name"),
        (
            "<button>Send</button>",
            '<button class="button">To <bdi>Ana</bdi></button>',
            "'To Ana' in a button without <span>, which sets its words apart",
        ),
    ],
)
def test_each_fault_is_found(good: str, bad: str, fault: str) -> None:
    assert good in GOOD
    assert fault in faults(GOOD.replace(good, bad, 1))


def test_a_fragment_needs_no_frame_and_may_refer_outside() -> None:
    assert faults('<p aria-describedby="elsewhere">Part</p>', is_fragment=True) == []


def test_text_has_spaces_between_blocks_and_none_inside_words() -> None:
    root = html5lib.HTMLParser(namespaceHTMLElements=False).parseFragment("<ul><li>k<b>7</b>m</li><li>two</li></ul>")
    assert text_of(root) == "k7m two"
