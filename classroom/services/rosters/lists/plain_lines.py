"""Bring a text into plain lines: without the marks of documents, web pages, emails, and programs around them."""

from __future__ import annotations

import re
from contextlib import suppress

from classroom.services.errors import ServiceError
from classroom.services.rosters.files.grids import rows_of
from classroom.services.rosters.tables.heading_rows import find_headings
from classroom.services.rosters.words.values import ADDRESS, is_name
from classroom.services.text_files import LINE_END, repaired

SOFT_BREAK = re.compile(r"[\x0b\x0c\x85\u2028\u2029]")
"""Line breaks within a paragraph of a document."""
_APOSTROPHES = re.compile("'[^'\n]+'")
_QUOTED_LINE = re.compile(r'"(?:[^"]|"")*"')
_TYPOGRAPHIC_LINE = re.compile(r'^[ \t]*[“”„«»]([^“”„«»"\n]*)[“”«»][ \t]*(?=\r?$)', re.MULTILINE)
_OTHER_COMMA = re.compile("[，،][ \t]*")  # noqa: RUF001  Chinese and Arabic
_WIDE_PARENTHESES = re.compile(r"（([^\d（）\n]{1,40})）(?=\r?$)", re.MULTILINE)  # noqa: RUF001
"""Of Chinese and Japanese, behind a name; those of a class have a number."""
_BOLD = re.compile(r"(?<!\w)(?<!\w )(\*\*|__|~~)(?=\S)([^*_~\n]+)\1")
"""As in Markdown; behind a name it is a note."""
_SPACES = dict.fromkeys(map(ord, "\u00a0\u2002\u2003\u2007\u2009\u202f\u3000"), " ")
_JOINING_DASH = re.compile(r"(?<=[^\W\d_])—(?=[^\W\d_])")
"""Without spaces; no name has it."""
_IN_PARENTHESES = re.compile(r"(?<=\w)[ \t]*\([^()\n]*,[^()\n]*\)[ \t]*$", re.MULTILINE)
_RECIPIENTS = re.compile(rf"(<(?:mailto:)?{ADDRESS}>)[ \t]*[;,][ \t]*(?=\S)")
"""Between two recipients of an email."""
_TO = re.compile(r"^[ \t]*(?:to|cc|bcc|an|para|à|naar|til):[ \t]*", re.IGNORECASE | re.MULTILINE)
_QUOTED = (re.compile(r'"([^"\n]*)"'), re.compile(r"'([^\n]{0,80}?)'(?=[\s,;\]]|$)"))
_BETWEEN_QUOTED = re.compile(r"[\[\]\s,;]*")
_END_TAG = re.compile(r"<(?:br ?/?|/(?:li|p|tr|div|h[1-6]|title|caption))>", re.IGNORECASE)
_CELL_TAG = re.compile(r"</t[dh]> *(?=<t[dh])", re.IGNORECASE)
_TAG = re.compile(
    r"</?(?:li|ul|ol|p|div|span|b|i|em|strong|a|font|center|h[1-6]|html|head|title|body|caption|table|tbody|thead|t[rdh])"
    r"(?: [^<>\n]{0,200})?>",
    re.IGNORECASE,
)
_BOX = r"(?:[☐☑☒□■✓✔•●▪◦]|\[[ xX]?\])"
_BOXES = re.compile(rf"^(?=[ \t]*{_BOX}).*", re.MULTILINE)
_NEXT_BOX = re.compile(rf"(?<=\w)[ \t]+(?={_BOX}[ \t]*[^\W\d_])")
"""Between several names on a line that begins with a box or a bullet, too."""
_SEATS = re.compile(r"(?:\s*\[[^\[\]]*\]){2,}\s*")
_SEAT = re.compile(r"\[([^\[\]]*)\]")
_LONGEST = 100_000
_FEWEST = 3


def as_lines(text: str) -> str:
    """Return a text with line ends; remove the marks of its beginning and end, and quotation marks around whole lines.

    Documents separate lines otherwise, and a spreadsheet that read a table as one column quotes each row.
    """
    text = repaired(text.lstrip("\ufeff").rstrip("\x1a")).translate(_SPACES)
    text = _unquoted(_JOINING_DASH.sub(" — ", _BOLD.sub(r"\2", text)))
    if len(_IN_PARENTHESES.findall(text)) * 2 > text.count("\n"):  # "King, Ana (F, age 9)"
        text = _IN_PARENTHESES.sub("", text)
    text = _OTHER_COMMA.sub(", ", _TYPOGRAPHIC_LINE.sub(r'"\1"', _WIDE_PARENTHESES.sub(r" (\1)", text)))
    if not LINE_END.search(text.strip()):
        return SOFT_BREAK.sub("\n", text.replace("\\r", "").replace("\\n", "\n"))
    lines = [line for line in LINE_END.split(text) if line.strip()]
    if all(_APOSTROPHES.fullmatch(line.strip()) for line in lines):
        return "\n".join(line.strip()[1:-1] for line in LINE_END.split(text))
    if all(_QUOTED_LINE.fullmatch(line.strip()) for line in lines):
        inner = LINE_END.sub("\n", text)
        inner = "\n".join(line.strip()[1:-1].replace('""', '"') for line in inner.split("\n"))
        with suppress(ServiceError):
            rows = rows_of(inner)
            at = find_headings(rows)
            if at is not None and rows[at].filled > 1:
                return inner
    return text


def _unquoted(text: str) -> str:
    r"""Return the names of a list that programs write, or the recipients of an email, one a line.

    Other texts are unchanged.

    >>> _unquoted('["King, Ana", "Bo Lee", "Cy"]')
    'King, Ana\nBo Lee\nCy'
    """
    if _RECIPIENTS.search(text):
        text = _RECIPIENTS.sub(r"\1\n", _TO.sub("", text))
    if _END_TAG.search(text):
        text = _TAG.sub("", _END_TAG.sub("\n", _CELL_TAG.sub("\t", text)))
    text = _BOXES.sub(lambda line: _NEXT_BOX.sub("\n", line[0]), _one_seat_a_line(_without_frame(text)))
    bare = text.strip()
    if len(bare) > _LONGEST:
        return text
    has_brackets = bare.startswith("[") and bare.endswith("]")
    if not has_brackets and LINE_END.search(bare):
        return text
    for quoted in _QUOTED:
        names = [name.strip() for name in quoted.findall(bare)]
        are_whole = has_brackets or all(" " in name for name in names)
        if (
            len(names) >= _FEWEST
            and are_whole
            and all(map(is_name, names))
            and _BETWEEN_QUOTED.fullmatch(quoted.sub("", bare))
        ):
            return "\n".join(names)
    return bare[1:-1] if has_brackets and bare.count("[") == 1 and not LINE_END.search(bare) else text


def _one_seat_a_line(text: str) -> str:
    """Put each seat of a chart with brackets on a line: "[Ana] [Bo]". What stands around them becomes a title."""
    filled = [line for line in text.split("\n") if line.strip()]
    if sum(_SEATS.fullmatch(line) is not None for line in filled) * 2 <= len(filled):
        return text
    lines = ([*_SEAT.findall(line)] or [f"{line.strip()}:"] for line in filled)
    return "\n".join(name.strip() for names in lines for name in names if name.strip())


def _without_frame(text: str) -> str:
    """Remove the bars around each line if there are none between cells."""
    lines = text.split("\n")
    filled = [line.strip() for line in lines if line.strip()]
    is_framed = all(len(line) > 2 and line[0] == line[-1] == "|" and line.count("|") == 2 for line in filled)
    return "\n".join(line.strip().strip("|") for line in lines) if filled and is_framed else text
