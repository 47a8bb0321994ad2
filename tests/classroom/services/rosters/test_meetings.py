"""Lists copied from video meetings: chats, panels of participants, and attendance reports."""

from __future__ import annotations

import json

import pytest

from classroom.services.rosters.drafts import draft_of_file, draft_of_text
from tests.classroom.services.rosters.importing import read, said

STUDENTS = ["Ana|King|", "Bo|Lee|", "Cy|Ng|"]


@pytest.mark.parametrize(
    "chat",
    [
        "09:01\t From Ana King to Everyone:\n\tsecret\n9:02\t From Bo Lee to All:\n\thi\n9:03\t From Cy Ng to Me:\n\tx",
        "00:14:02\tAna King:\tsecret\n00:14:10\tBo Lee:\there\n00:15:00\tCy Ng:\thi\n00:15:09\tBo Lee:\tbye\n",
        "09:01:22 From  Ana King : secret\n09:02:10 From  Bo Lee : hi\n09:02:11 From Cy Ng to Ana King (alone) : x\n",
        "Ana King\n9:01 AM\nsecret\nBo Lee\n9:01 AM\nHere!\nCy Ng\n9:02 AM\npresent\nthanks\n",
        "Ana King 9:01 AM\nsecret\nBo Lee 9:02 AM\nhere\nCy Ng 9:03 AM\nhello to all\n",
        "From Ana King to Everyone 09:01 AM\nsecret\nFrom Bo Lee to All 09:02 AM\nhi\nFrom Cy Ng to All 09:03 AM\nhi\n",
        "[9:01 AM] Ana King\nsecret\n[9:02 AM] Bo Lee\nhere\n[9:03 AM] Cy Ng\nhi\n",
        "[07.09.26, 09:01:22] Ana King: secret\n[07.09.26, 09:01:25] Bo Lee: da\n[07.09.26, 09:01:29] Cy Ng: hier\n",
        "[12:01, 9/7/2026] Ana King: secret\n[12:02, 9/7/2026] Bo Lee: hi there\n[12:03, 9/7/2026] Cy Ng: bye\n",
        "9/7/26, 9:01 AM - Ana King: secret\n9/7/26, 9:02 AM - Bo Lee: here\n9/7/26, 9:02 AM - Cy Ng: ok\n",
    ],
)
def test_a_chat_gives_its_writers_once_and_no_messages(chat: str) -> None:
    for draft in (draft_of_text(chat), draft_of_file(chat.encode())):
        assert said(draft.roster()) == STUDENTS
        assert "secret" not in json.dumps(draft.to_json())


@pytest.mark.parametrize(
    "text",
    [
        "Ana King 9:01\nBo Lee 9:02\nCy Ng 9:03\n",
        "Ana King\nBo Lee\nCy Ng\n9:00 Math: fractions\n",
        "1. Ana King\n2. Bo Lee\n3. Cy Ng\n",
    ],
)
def test_times_in_other_lists(text: str) -> None:
    assert said(read(text))[:3] == STUDENTS


def test_a_timetable_of_groups_is_no_chat() -> None:
    text = "9:00 Red: Ana King, Bo Lee\n9:30 Blue: Cy Ng, Di Poe\n"
    assert "Red" not in [name.split("|")[0] for name in said(read(text))]


@pytest.mark.parametrize(
    "page",
    [
        "People\nAdd people\nSearch for people\nIn the meeting\nContributors\n4\nJudith Hart\nMeeting host\n{names}",
        "Participants\nShare invite\nIn this meeting (4)\nMute all\nHart, Judith\nOrganizer\n{names}",
        "Judith Hart\nHost\n{names}",
        "{names}\nTeacher\nJudith Hart",
    ],
)
def test_the_host_and_the_buttons_of_a_meeting_are_no_students(page: str) -> None:
    assert said(read(page.format(names="Ana King\nBo Lee\nCy Ng"))) == STUDENTS


@pytest.mark.parametrize("remark", ["(Guest)", "(Ana)", "(External)", "(Me)"])
def test_what_a_meeting_adds_to_a_name_is_no_nickname(remark: str) -> None:
    assert said(read(f"Name,Duration\nAna King {remark},41\nBo Lee,40\n")) == STUDENTS[:2]
