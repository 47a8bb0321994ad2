"""Commit messages follow the rules in docs/words.md."""

from __future__ import annotations

import re
import subprocess

import pytest

from tests.guards.files import ROOT

SINCE = "52d4bc4"
"""Commits up to this one are older than the rules."""
SUBJECT = re.compile(r"[a-z][a-z0-9, -]*: [A-Z][^;]*[^;.]")
LONGEST = 72
WITHOUT_BODY = re.compile(r"(?:[a-z0-9 ,-]* )?(?:docs|tests|imports):")


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def faults(subject: str, body: str) -> list[str]:
    """List what is wrong with a commit message."""
    found = []
    if len(subject) > LONGEST:
        found.append(f"{len(subject)} characters: {subject}")
    if not SUBJECT.fullmatch(subject):
        found.append(f"not “area: Imperative summary”: {subject}")
    if not body.strip() and not WITHOUT_BODY.match(subject):
        found.append(f"no body: {subject}")
    return found


def test_faults_are_found() -> None:
    assert faults("play: Reject moves in a pause", "They were lost.") == []
    assert faults("browser tests: Wait for the board", "") == []
    assert len(faults("Moves are lost; pauses too.", "")) == 2
    assert len(faults("play: Reject moves", "")) == 1
    assert len(faults(f"play: Reject {'m' * 70}", "Why.")) == 1


def test_new_commits_follow_the_rules() -> None:
    try:
        log = _git("log", "--no-merges", "--format=%s%x1f%b%x1e", f"{SINCE}..HEAD")
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a clone with its history")
    found = []
    for entry in log.split("\x1e"):
        subject, _, body = entry.strip("\n").partition("\x1f")
        if subject:
            found += faults(subject, body)
    assert found == []
