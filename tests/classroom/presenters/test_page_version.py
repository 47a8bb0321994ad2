"""Every page identifies what it shows by a token of the same format."""

from __future__ import annotations

import pytest

from classroom.presenters.page_version import PageVersion


@pytest.mark.parametrize(
    "version",
    [
        PageVersion("p52nsj72v25f", (3, 7, 1)),
        PageVersion("p52nsj72v25f", (0, 1_000_000_000, 0, 14), "whole_class"),
        PageVersion("now", kind="call"),
        PageVersion("none", (0, 0)),
        PageVersion.of_content("lobby", ("Ana", "Ben")),
    ],
)
def test_versions_survive_formatting_and_parsing(version: PageVersion) -> None:
    assert PageVersion.parse(str(version)) == version


@pytest.mark.parametrize(
    "text",
    [
        "",
        ".",
        "-",
        "a-",
        "-a",
        "a.",
        "a.x",
        "a.-1",
        "a.1.",
        "a..1",
        "a.+1",
        "a.1_0",
        "a.²",
        "a.٣",
        "a." + "9" * 19,
        "a" * 200,
    ],
)
def test_invalid_versions_are_rejected(text: str) -> None:
    assert PageVersion.parse(text) is None


def test_other_content_is_another_version() -> None:
    one, other = (PageVersion.of_content("lobby", page) for page in (("Ana",), ("Ben",)))
    assert one != other
    assert one.kind == other.kind
