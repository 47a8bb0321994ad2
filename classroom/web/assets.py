"""Bundle stylesheets and scripts, and add a hash of the content to the address of each static file.

Files are read at startup and kept in memory. There is no build step and nothing is written, so a checkout and a read-
only installation work the same way. The sources stay separate, readable files in ``static/``. Comments and indentation
are removed; they would be a quarter of a Chromebook's download.
"""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask

from classroom.web.static_files import StaticFile, StaticFiles

_EVERY_PAGE_CSS = ("css/tokens.css", "css/base.css", "css/components.css", "css/animals.css")
_HTMX = ("vendor/htmx/4.0.1/htmx.min.js", "vendor/htmx/4.0.1/hx-sse.min.js")
_LIVE = ("js/difference.js", "js/live.js")

BUNDLES: dict[str, tuple[str, ...]] = {
    "bundles/base.css": (*_EVERY_PAGE_CSS, "css/pages.css", "css/teachers.css"),
    "bundles/board.css": ("css/board.css", "css/paints.css", "css/table.css"),
    # What a student's table needs first. A Chromebook that opens a table downloads nothing else.
    "bundles/table.css": (
        *_EVERY_PAGE_CSS,
        *("css/board.css", "css/motion.css", "css/pad.css", "css/frame.css", "css/connection.css"),
    ),
    # What students' other pages add, from the class code to the end of a game. A table loads it on first use
    # (templates/macros/beyond.html); after signing in, a device has it cached.
    "bundles/student.css": (
        *(
            "css/pages.css",
            "css/paints.css",
            "css/table.css",
            "css/play.css",
            "css/sign_in.css",
            "css/ticket.css",
            "css/lobby.css",
        ),
        *("css/end.css", "css/moments.css"),
    ),
    "bundles/student.js": (
        *("js/one_person.js", *_HTMX, "js/announce.js", *_LIVE, "js/sending.js", "js/board.js", "js/pad.js"),
        *("js/countdown.js", "js/sound.js", "js/ticket.js", "js/rules.js"),
    ),
    "bundles/htmx.js": _HTMX,
    "bundles/live.js": (*_LIVE, "js/teaching.js", "js/choices.js"),
    "bundles/teacher.js": ("js/confirm.js", "js/refocus.js", "js/other_tab.js"),
    # Included in ZIP files, whose pages have no server.
    "bundles/export.css": ("css/tokens.css", "css/export.css"),
}
"""The name of each bundle below ``static/``, and its files in order."""

_CSS_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_CSS_TEXT = re.compile(r'("[^"]*")')
_CSS_NEEDLESS = re.compile(r"(?<!:) ?([{},;>!]) ?|(?<=:) (?=[^;])")
"""Whitespace without meaning. The space in ``--dark: ;`` has one."""
_CSS_FILE = re.compile(r'url\("\.\./([^"]+)"\)')
_JS_NEEDLESS = re.compile(r"^ *//.*\n|^ +|(?<=[;,{})\]]) +// .*$|^\n", re.MULTILINE)
"""Comments, indentation, and empty lines. A test checks that no string spans lines or looks like a comment."""
_JS_TEXT = re.compile(r"""("[^"]*"|'[^']*'|`[^`]*`)""")
_JS_SPACE = re.compile(r" ?(=>|[!=]==|&&|\|\||\?\?|(?<![-+])(?<![-+] )[-+*]=?(?! ?[-+])|[][=,;:?{}()<>]) ?")
"""Characters that need no spaces around them."""

_TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".md": "text/plain",
    ".woff2": "font/woff2",
}
"""Media types that must not depend on the machine: on Windows, the registry may say that scripts are plain text."""


def use_assets(app: Flask) -> None:
    """Serve the static files and bundles, and add ``?v=<hash>`` to their addresses."""
    assets = load_assets(Path(app.static_folder or ""))

    @app.url_defaults
    def _add_digest(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static" and (asset := assets.get(values.get("filename", ""))):
            values["v"] = asset.digest

    app.wsgi_app = StaticFiles(app.wsgi_app, assets, prefix=f"{app.static_url_path}/")  # type: ignore[method-assign]


@cache
def load_assets(folder: Path) -> Mapping[str, StaticFile]:
    """Read every file below the folder, and create the bundles."""
    files = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
    assets = {name: StaticFile(path.read_bytes(), _mimetype(name)) for name, path in files.items()}
    for name in files:
        if name.startswith("css/"):
            assets[name] = StaticFile(_styles(assets, name).encode(), _mimetype(name))
    for bundle, names in BUNDLES.items():
        parts = (
            (assets[name].content.decode() for name in names) if bundle.endswith(".css") else _scripts(assets, names)
        )
        assets[bundle] = StaticFile("\n".join(parts).encode(), _mimetype(bundle))
    return assets


def _mimetype(name: str) -> str:
    suffix = Path(name).suffix
    return _TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"


def _styles(assets: Mapping[str, StaticFile], name: str) -> str:
    """Add the hash to each file that a stylesheet references, so that pages preload the same address."""
    plain = plain_css(assets[name].content.decode())
    return _CSS_FILE.sub(lambda found: f'url("../{found[1]}?v={assets[found[1]].digest}")', plain)


def plain_css(css: str) -> str:
    """Remove comments, and spaces outside strings.

    >>> plain_css('/* A */ .a,  .b:hover > p { content: "1  2"; --x: ; margin: 0 auto; }')
    '.a,.b:hover>p{content: "1  2";--x: ;margin:0 auto}'
    """
    parts = _CSS_TEXT.split(_CSS_COMMENT.sub("", css))
    parts[::2] = (_CSS_NEEDLESS.sub(r"\1", re.sub(r"\s+", " ", part)) for part in parts[::2])
    return "".join(parts).replace(";}", "}").strip()


def plain_js(script: str) -> str:
    r"""Remove comments, spaces, and line breaks after ``;``, ``,``, and ``{``; but no spaces in a regular expression.

    >>> plain_js('  // A\n  if (a === "b  = c") return x => ({ y: 1 - x - -1 });\n  d.test(/a = b/);\n')
    'if(a==="b  = c")return x=>({y:1-x - -1});d.test(/a = b/);'
    """
    lines = map(_plain_line, _JS_NEEDLESS.sub("", script).split("\n"))
    return "".join(
        line if line.endswith((";", ",", "{")) and "//" not in line else f"{line}\n" for line in lines
    ).rstrip()


def _plain_line(line: str) -> str:
    if "/" in line or line.count("`") > 2:  # a regular expression, or a template within a template
        return line
    parts = _JS_TEXT.split(line)
    parts[::2] = (_JS_SPACE.sub(r"\1", part) for part in parts[::2])
    return "".join(parts)


def _scripts(assets: Mapping[str, StaticFile], names: tuple[str, ...]) -> Iterator[str]:
    """Wrap each script in its own scope, like a separate file. If one fails, those after it still run.

    Vendored scripts are unchanged, because they define globals for the others. Their license is named before them; a
    test checks that it requires no more than that.
    """
    licenses: set[str] = set()
    for name in names:
        source = assets[name].content.decode()
        if name.startswith("vendor/"):
            license_name = f"{name.rpartition('/')[0]}/LICENSE"
            if license_name not in licenses:
                yield f"/*! {license_name} */"
            licenses.add(license_name)
            yield f"{source};"
        else:
            yield f"try{{(()=>{{\n{plain_js(source)}}})()}}catch(e){{reportError(e)}}"
