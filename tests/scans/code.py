"""Scan the source for dangerous calls: ruff's rules of bandit, and rules of our own for what those don't know."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
SOURCES = ("classroom", "engine", "run.py")
MAY_ASK_OTHERS = "classroom/web/school_sign_in.py"
"""The only file that may send requests to others: to the school's own sign-in service."""
_REQUEST = {"requests", "urllib.request", "http.client", "httpx", "socket.create_connection"}
ALLOWED = {
    "outside classroom/services/doctor/probe.py": "this computer's own addresses, and those that the operator names",
    "outside classroom/services/lti/http.py": "an LMS, at the administrator's addresses and at those that it signs",
    "outside classroom/services/outside_requests.py": "what the roster service and the LMS are asked by",
    "outside classroom/services/rosters/roster_service.py": "the district's roster service, at the operator's address",
    "html static/js/card.js": "the part of our own server that answers a login card",
    "postMessage static/js/one_person.js": "a BroadcastChannel, which pages of other sites cannot reach",
}
"""What the rules below find, and why it is right."""
_SCRIPT = {
    "html": re.compile(r"\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write"),
    "eval": re.compile(r"\beval\(|new Function\(|setTimeout\(\s*[\"'`]"),
    "postMessage": re.compile(r"postMessage|addEventListener\(\s*[\"']message[\"']"),
}


def bandit(*targets: str, code: str | None = None) -> set[str]:
    """Run ruff's rules of bandit as the project sets them.

    :param targets: files and folders; with ``code``, the one file name that it is checked as.
    :return: "S307 classroom/x.py:3".
    """
    what = ["--stdin-filename", targets[0], "-"] if code is not None else list(targets)
    command = [sys.executable, "-m", "ruff", "check", "--no-cache", "--select", "S", "--output-format", "json", *what]
    done = subprocess.run(command, cwd=ROOT, input=code, capture_output=True, text=True, check=False)
    assert done.returncode in {0, 1}, done.stderr
    rows = json.loads(done.stdout)
    return {f"{row['code']} {_below_root(row['filename'])}:{row['location']['row']}" for row in rows}


def own_rules() -> set[str]:
    """Check all files of the app by `faults_of_python` and `faults_of_script`; gives what is found but not allowed."""
    found = set()
    for source in SOURCES:
        path = ROOT / source
        for file in [path] if path.is_file() else sorted(path.rglob("*.py")):
            name = _below_root(str(file))
            found |= {f"{fault} {name}" for fault in faults_of_python(file.read_text(encoding="utf-8"), name)}
    for file in sorted((ROOT / "static" / "js").rglob("*.js")):
        name = _below_root(str(file))
        found |= {f"{fault} {name}" for fault in faults_of_script(file.read_text(encoding="utf-8"))}
    return found - ALLOWED.keys()


def faults_of_python(code: str, name: str) -> set[str]:
    """Find calls that no rule of bandit knows.

    - template: a template made at run time
    - redirect: to what the request says
    - statement: SQL made at run time
    - exempt: a form without a token
    - outside: a request to another server, except in the one file that may
    - pattern: a regular expression made of what the request says
    """
    return {fault for node in ast.walk(ast.parse(code)) for fault in _faults(node, name)}


def faults_of_script(code: str) -> set[str]:
    """Find what makes markup or code out of text."""
    return {fault for fault, pattern in _SCRIPT.items() if pattern.search(code)}


def _faults(node: ast.AST, name: str) -> Iterator[str]:
    if isinstance(node, ast.Import | ast.ImportFrom) and name != MAY_ASK_OTHERS:
        names = {one.name for one in node.names}
        if isinstance(node, ast.ImportFrom):
            names = {str(node.module), *(f"{node.module}.{one}" for one in names)}
        if names & _REQUEST:
            yield "outside"
    if not isinstance(node, ast.Call):
        return
    called = getattr(node.func, "attr", getattr(node.func, "id", ""))
    first = node.args[0] if node.args else None
    is_made = first is not None and not isinstance(first, ast.Constant)
    if called in {"render_template_string", "from_string"}:
        yield "template"
    elif called == "redirect" and _asks(first) and not ast.unparse(node.args[0]).startswith("url_for("):
        yield "redirect"
    elif called == "text" and is_made and isinstance(first, ast.JoinedStr | ast.BinOp | ast.Call):
        yield "statement"
    elif called == "exempt":
        yield "exempt"
    elif called in {"compile", "search", "match", "sub"} and _asks(first):
        yield "pattern"


def _asks(argument: ast.expr | None) -> bool:
    """Tell whether an argument is made of what the request says."""
    return argument is not None and "request." in ast.unparse(argument)


def _below_root(name: str) -> str:
    path = Path(name)
    return str(path.relative_to(ROOT)) if path.is_absolute() else name
