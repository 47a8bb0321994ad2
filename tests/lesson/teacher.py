"""What the teacher does in the lesson, through pages and forms alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.page_lint import text_of

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from tests.over_http.browser import Site
    from tests.page import Page

NAME = "Ms Okafor"
PASSWORD = "nine yellow kites"


class Teacher:
    """The teacher's browser, and what the teacher has learned from its pages."""

    def __init__(self, server: Site) -> None:
        self.browser = server.browser()
        self.class_url = ""
        self.session_url = ""

    def set_up(self, token: str) -> None:
        """Open the app for the first time, and make the account with the console's token."""
        page = self.browser.open("/")
        assert page.address == "/setup"
        self.browser.submit({"token": token, "name": NAME, "password": PASSWORD, "again": PASSWORD})

    def make_class(self, name: str, roster: str) -> None:
        """Make a class and paste its names."""
        self.browser.submit({"name": name}, form="/classes")
        self.class_url = self.browser.page.address
        self.browser.submit({"names": roster}, form="/students")
        self.browser.submit(form=self.browser.page.address)  # the preview, as it is

    def print_cards(self) -> tuple[str, dict[str, str]]:
        """Make all login cards; gives the class code and every student's PIN as printed."""
        page = self.browser.open(f"{self.class_url}/cards")
        missing = next(text for text in map(text_of, page.all("button")) if text.startswith("Print cards for"))
        page = self.browser.submit(form=page.form_with(missing))
        printed = [_printed(one) for one in page.all("section", class_="label")]
        codes = {code for _, code, _ in printed}
        assert len(codes) == 1
        return codes.pop(), {name: pin for name, _, pin in printed}

    def open_session(self, **settings: str) -> None:
        """Choose cards and rules, and open the lobby."""
        page = self.browser.open(self.class_url)
        self.browser.open(page.link("Start a session"))
        self.session_url = self.browser.submit(settings).address

    def look(self) -> Page:
        """Load the page of the session again."""
        return self.browser.open(self.session_url)

    def press(self, form: str) -> Page:
        """Load the page of the session, and press the button of a form."""
        self.look()
        return self.browser.submit(form=form)

    def find_seat(self, game_id: str, name: str) -> str:
        """The number of a student's seat, from the page of the table."""
        page = self.browser.open(f"/games/{game_id}")
        seat = next(one for one in page.all("li", class_="host-seat") if text_of(next(one.iter("b"))) == name)
        return seat.get("id", "").removeprefix("seat-")

    def hand_to_bot(self, game_id: str, seat: str) -> None:
        """Let a bot play on in a seat."""
        self.browser.open(f"/games/{game_id}")
        self.browser.submit(form=f"/seats/{seat}")

    def cards_played(self, game_id: str, seat: str) -> int:
        """How many cards a seat has played, from the page of the table."""
        page = self.browser.open(f"/games/{game_id}")
        found = re.search(r"(\d+) cards? played", text_of(page.one("li", id=f"seat-{seat}")))
        assert found is not None
        return int(found.group(1))

    def give_new_table(self, name: str) -> None:
        """Seat a student who waits at a new table with a bot."""
        page = self.look()
        waits = next(one for one in page.all("li", class_="seated") if name in text_of(one))
        student_id = waits.get("id", "").removeprefix("waits-")
        self.browser.submit({f"seat-{student_id}": "new", "student": student_id}, form="/seat")

    def give_bots_seat(self, student_id: str, game_id: str, seat: str) -> None:
        """Give a student who waits the seat of a bot."""
        self.look()
        self.browser.submit({f"seat-{student_id}": f"{game_id}.{seat}", "student": student_id}, form="/seat")

    def records(self) -> dict[str, str]:
        """Download the record of every game from the page of the session that has ended; gives them by game."""
        links = [one.get("href", "") for one in self.look().all("a")]
        found = {}
        for link in links:
            if link.endswith("/record.json"):
                answer = self.browser.send("GET", link)
                assert answer.status_code == 200
                found[link.split("/")[2]] = answer.text
        return found

    def csv(self, name: str) -> str:
        """Download a CSV file of the class report."""
        answer = self.browser.send("GET", f"{self.class_url}/{name}.csv")
        assert (answer.status_code, answer.mimetype) == (200, "text/csv")
        return str(answer.data, "utf-8-sig")

    def report_rows(self) -> list[dict[str, str]]:
        """The table of the class report, each row by the headings of its columns."""
        page = self.browser.open(f"{self.class_url}/report")
        table = page.all("table")[0]
        lines = [line for part in ("thead", "tbody") for line in next(table.iter(part))]
        headings, *rows = [[text_of(cell) for cell in line] for line in lines]
        return [dict(zip(headings, row, strict=True)) for row in rows]


def _printed(label: Element) -> tuple[str, str, str]:
    """Name, class code and PIN on one card."""
    facts = dict(
        zip((text_of(one) for one in label.iter("dt")), (text_of(one) for one in label.iter("dd")), strict=True)
    )
    return text_of(next(label.iter("h2"))), facts["Class code"], facts["PIN"]
