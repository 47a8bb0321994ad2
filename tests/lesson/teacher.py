"""A simulated teacher in the lesson, who uses only pages and forms."""

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
    """The teacher's browser, and the addresses found on its pages."""

    def __init__(self, server: Site) -> None:
        self.browser = server.browser()
        self.class_url = ""
        self.session_url = ""

    def set_up(self, token: str) -> None:
        """Open the app for the first time, and create the account with the token from the console."""
        page = self.browser.open("/")
        assert page.address == "/setup"
        self.browser.submit({"token": token, "name": NAME, "password": PASSWORD, "again": PASSWORD})

    def make_class(self, name: str, roster: str) -> None:
        """Create a class, and paste its names."""
        self.browser.submit({"name": name}, form="/classes")
        self.class_url = self.browser.page.address
        self.browser.submit({"names": roster}, form="/students")
        self.browser.submit(form=self.browser.page.address)  # confirm the preview

    def print_cards(self) -> tuple[str, dict[str, str]]:
        """Print all login cards. Return the class code and each student's PIN."""
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
        """Reload the session page."""
        return self.browser.open(self.session_url)

    def press(self, form: str) -> Page:
        """Reload the session page, and submit one of its forms."""
        self.look()
        return self.browser.submit(form=form)

    def find_seat(self, game_id: str, name: str) -> str:
        """Return the number of a student's seat, from the table's page."""
        page = self.browser.open(f"/games/{game_id}")
        seat = next(one for one in page.all("li", class_="host-seat") if text_of(next(one.iter("b"))) == name)
        return seat.get("id", "").removeprefix("seat-")

    def hand_to_bot(self, game_id: str, seat: str) -> None:
        """Give a seat to a bot."""
        self.browser.open(f"/games/{game_id}")
        self.browser.submit(form=f"/seats/{seat}")

    def cards_played(self, game_id: str, seat: str) -> int:
        """Return the number of cards that a seat has played, from the table's page."""
        page = self.browser.open(f"/games/{game_id}")
        found = re.search(r"(\d+) cards? played", text_of(page.one("li", id=f"seat-{seat}")))
        assert found is not None
        return int(found.group(1))

    def give_new_table(self, name: str) -> None:
        """Seat a waiting student at a new table with a bot."""
        page = self.look()
        waits = next(one for one in page.all("li", class_="seated") if name in text_of(one))
        student_id = waits.get("id", "").removeprefix("waits-")
        self.browser.submit({f"seat-{student_id}": "new", "student": student_id}, form="/seat")

    def give_bots_seat(self, student_id: str, game_id: str, seat: str) -> None:
        """Give a bot's seat to a waiting student."""
        self.look()
        self.browser.submit({f"seat-{student_id}": f"{game_id}.{seat}", "student": student_id}, form="/seat")

    def records(self) -> dict[str, str]:
        """Download the record of every game from the page of the ended session. Map games to records."""
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
        """Return the rows of the class report. Each maps column headings to cells."""
        page = self.browser.open(f"{self.class_url}/report")
        table = page.all("table")[0]
        lines = [line for part in ("thead", "tbody") for line in next(table.iter(part))]
        headings, *rows = [[text_of(cell) for cell in line] for line in lines]
        return [dict(zip(headings, row, strict=True)) for row in rows]


def _printed(label: Element) -> tuple[str, str, str]:
    """Return the name, class code, and PIN on a card."""
    facts = dict(
        zip((text_of(one) for one in label.iter("dt")), (text_of(one) for one in label.iter("dd")), strict=True)
    )
    return text_of(next(label.iter("h2"))), facts["Class code"], facts["PIN"]
