"""Links, commands, make targets, and names in the documents exist."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from classroom.cli import main
from tests.guards.files import ROOT, project_files

if TYPE_CHECKING:
    from collections.abc import Iterator

DOCUMENTS = project_files(".md")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_to_existing_files(document: Path) -> None:
    targets = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8"))
    missing = [one for one in targets if "://" not in one and not (document.parent / one).exists()]
    assert missing == []


def test_links_lead_to_existing_headings() -> None:
    headings = {document: headings_in(document) for document in DOCUMENTS}
    missing = [
        f"{document.relative_to(ROOT)}: {link}"
        for document in DOCUMENTS
        for link, path, heading in re.findall(r"\]\((([^)#\s:]*)#([^)\s]+))\)", document.read_text(encoding="utf-8"))
        if heading not in headings.get((document.parent / path).resolve() if path else document, ())
    ]
    assert missing == []


def headings_in(document: Path) -> set[str]:
    """Return the anchors of a document's headings, as GitHub makes them.

    >>> sorted(headings_in(ROOT / "docs" / "adr" / "README.md"))
    ['decisions']
    """
    text = re.sub(r"```.*?```", "", document.read_text(encoding="utf-8"), flags=re.DOTALL)
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_the_readme_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    commands = re.findall(r"^    ([a-z-]+)(?: |$)", capsys.readouterr().out, re.MULTILINE)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(commands) > 10
    assert [one for one in commands if one != "serve" and f"python3 run.py {one}" not in readme] == []


def test_the_readme_names_commands_that_exist() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"python3 run\.py ([a-z][a-z-]*)", readme))
    assert {"demo", "test", "reset-password"} <= named
    for name in named - {"test"}:
        with pytest.raises(SystemExit) as end:
            main([name, "--help"])
        assert end.value.code == 0, name


def test_the_guide_names_make_targets_that_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    text = "".join(document.read_text(encoding="utf-8") for document in DOCUMENTS)
    named = set(re.findall(r"`make ([a-z-]+)", text)) | set(re.findall(r"^make ([a-z-]+)", text, re.MULTILINE))
    assert named
    assert named <= targets


def test_names_in_the_documents_exist_in_the_code() -> None:
    """Check what is between backticks and looks like one of our names: a call, a name of two words, or an attribute."""
    known = names_in_code()
    unknown = [
        f"{document.relative_to(ROOT)}: {name}"
        for document in own_documents()
        for name in names_in(document.read_text(encoding="utf-8"))
        if not set(re.findall(r"\w+", name)) <= known | NAMES_OF_OTHERS
    ]
    assert unknown == []


def test_files_in_the_documents_exist() -> None:
    """Check what is between backticks and names a source file, or a name in one: `services/play/moves.play_move`."""
    sources = {
        f"/{one.relative_to(ROOT).as_posix()}": one.read_text(encoding="utf-8")
        for ending in (".py", ".js", ".html", ".css", ".toml")
        for one in project_files(ending)
    }
    missing, found = [], 0
    for document in own_documents():
        for path, name in files_in(document.read_text(encoding="utf-8")):
            found += 1
            named = [text for file, text in sources.items() if file.endswith(f"/{path}")]
            if not any(re.search(rf"\b{name}\b", text) for text in named):
                missing.append(f"{document.relative_to(ROOT)}: {path} {name}")
    assert found > 100
    assert missing == []


SOURCE_FILE = re.compile(r"(?<![\w./-])(?!bundles/)(?:[\w-]+/)*[\w-]+\.(?:py|js|html|css|toml)\b")
NAME_IN_MODULE = re.compile(r"(?<![\w./-])((?:[\w-]+/)+\w+)\.(?!(?:py|js|html|css|toml|json|txt|md|po)\b)([A-Za-z]\w*)")


def files_in(text: str) -> Iterator[tuple[str, str]]:
    """Yield the source files named in a document, without examples of code, each with a name in it or ""."""
    for span in re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL)):
        yield from ((path, "") for path in SOURCE_FILE.findall(span))
        yield from ((f"{path}.py", name) for path, name in NAME_IN_MODULE.findall(span))


def own_documents() -> list[Path]:
    """Return the documents about the code as it is."""
    folders = {ROOT, ROOT / "docs", ROOT / "docs" / "adr"}
    return [one for one in DOCUMENTS if one.parent in folders and one.name != "CHANGELOG.md"]


NAMES_OF_OTHERS = frozenset(
    {
        *("access_not_configured", "authorize_redirect", "outerSync"),  # Google, Canvas, htmx
        *("proxy_read_timeout", "proxy_set_header", "flush_interval"),  # nginx and Caddy
        *("allowed_signers", "classroom_moves_total"),  # git, and a name that Prometheus' library completes
    }
)
"""Names that other programs gave."""
NAME = re.compile(
    r"_?[a-z]+(?:_[a-z]+)+|[a-z]+[A-Z][A-Za-z]+|(?:[A-Za-z]\w+\.)?[a-z]\w+\(\w*(?:\.\w+)?\)|[A-Z][a-z]\w+\.\w+"
)


def names_in(text: str) -> list[str]:
    """Return the names of our code in a document, without examples of code."""
    spans = re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    return [one for one in spans if NAME.fullmatch(one)]


def names_in_code() -> set[str]:
    """Return every word of the code, and the names of its modules."""
    files = [
        one
        for ending in (".py", ".js", ".html", ".css", ".toml")
        for one in project_files(ending)
        if one != Path(__file__)
    ]
    words = {one.stem for one in files}
    return words.union(*(re.findall(r"\w+", one.read_text(encoding="utf-8")) for one in files))


def test_the_tree_of_the_architecture_names_what_exists() -> None:
    """Names at the start of a line are in the folder above; the others are near it, or in the app."""
    lines = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").split("```")[1].strip().splitlines()
    folders, missing, found = [ROOT], [], 0
    for line in lines:
        depth = (len(line) - len(line.lstrip())) // 2
        del folders[depth + 1 :]
        own = line.split()[0]
        folders.append(folders[-1] / own)
        for name in re.findall(r"(?<![\w./(<])[\w/]+(?:/|\.py)(?![\w/*])", line):
            places = [folders[-2]] if name == own else [folders[-1], folders[-2], ROOT, ROOT / "classroom"]
            found += 1
            if not any((place / name).exists() for place in places):
                missing.append(name)
    assert found > 40
    assert missing == []


def test_the_glossary_has_the_names_of_the_code() -> None:
    rows = re.findall(r"^\|.*\|$", (ROOT / "docs" / "words.md").read_text(encoding="utf-8"), re.MULTILINE)
    columns = [[cell.strip() for cell in row.split("|")[1:-1]] for row in rows]
    glossary = {row[0]: re.findall(r"`(\w+)\*?`", row[3]) for row in columns if len(row) == 7}
    assert len(glossary) > 60
    code = "".join(f"\n{word}" for word in names_in_code())
    missing = {concept: name for concept, names in glossary.items() for name in names if f"\n{name}" not in code}
    assert missing == {}
