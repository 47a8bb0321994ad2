"""Login cards in a real browser: opened by the system's camera, scanned on the page, and typed with pictures."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
import segno
from playwright.sync_api import expect

from classroom.hosting import hosted_app
from classroom.models.student import SecretKind
from classroom.services.accounts import login_cards
from classroom.services.classes import roster, school_classes
from classroom.services.sessions import class_sessions
from classroom.services.settings import TableSettings
from tests.browser.conftest import launch
from tests.browser.windows import open_in_font
from tests.factories import make_teacher
from tests.over_http.server import LiveServer
from tests.over_http.stage import cookie_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flask import Flask
    from playwright.sync_api import Browser, BrowserContext, Page, Playwright, Request

pytestmark = pytest.mark.slow

MORE_NAMES = (
    *("Aaliyah W.", "Amara Nwosu", "Björn L.", "Chiara", "Diego Fernández-Ibarra", "Emil", "Fatima Z.", "Giang"),
    *("Hamid", "Inés", "Jamal", "Kenji", "Lena M.", "Lena S.", "Maximiliana Konstantinova", "Oisín O’Dea"),
    "Bartholomew Featherstonehaugh-Smith",
    *("Дарія", "ليلى", "x" * 40),
)
"""The class has 24 students: these, and four with cards."""
FAKE_CAMERA = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")


@dataclass(frozen=True)
class School:
    """A class that is playing, with both kinds of cards, and one that is not."""

    server: LiveServer
    app: Flask
    """An app on the server's database."""
    code: str
    teacher: str
    """The cookie of the teacher."""
    cards: dict[str, login_cards.LoginCard]
    waiting_class: str

    def address_on(self, name: str) -> str:
        """Return the address in a card's QR code."""
        return f"{self.server.address}/card#{self.cards[name].token}"


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[School]:
    server = LiveServer(tmp_path_factory.mktemp("cards"))
    cards: list[login_cards.LoginCard] = []
    with hosted_app(instance_path=server.folder) as app:
        with app.app_context():
            teacher_id = make_teacher("Alice Okafor").id
            made = [school_classes.create_class(teacher_id=teacher_id, name=name) for name in ("7B", "8C")]
            playing, waiting = (one.id for one in made)
            code = made[0].code
            roster.add_students(class_id=playing, text="Ana\nBob\nEve")
            cards += login_cards.new_cards(class_id=playing)
            login_cards.choose_secret_kind(class_id=playing, kind=SecretKind.PICTURES)
            roster.add_students(class_id=playing, text="Pia")
            cards += login_cards.new_cards(class_id=playing)
            roster.add_students(class_id=playing, text="\n".join(MORE_NAMES))
            roster.add_students(class_id=waiting, text="Nia")
            cards += login_cards.new_cards(class_id=waiting)
            class_sessions.open_session(class_id=playing, settings=TableSettings())
            teacher = cookie_of(app, teacher_id=teacher_id)
        server.start()
        yield School(server, app, code, teacher, {card.name: card for card in cards}, waiting)
        server.stop()
    server.assert_no_faults()
    assert not any(card.token in server.console for card in cards)


@dataclass
class Traffic:
    """Every request made by a browser."""

    requests: list[Request] = field(default_factory=list)

    def note(self, request: Request) -> None:
        """Record a request."""
        self.requests.append(request)

    def assert_hides(self, token: str) -> None:
        """Fail if a token was sent anywhere but in the body of the form."""
        assert self.requests
        for one in self.requests:
            sent = {"address": one.url, **one.headers}
            assert not [name for name, text in sent.items() if token in text], one.url
        posted = [one for one in self.requests if token in (one.post_data or "")]
        assert {(one.method, one.url.rpartition("/")[2]) for one in posted} == {("POST", "card")}


@pytest.fixture
def traffic(context: BrowserContext) -> Traffic:
    found = Traffic()
    context.on("request", found.note)
    return found


def signed_in(page: Page) -> str:
    """Wait for the student's page. Return the name on it."""
    page.wait_for_url("**/play")
    return page.locator("header .who strong").inner_text()


@pytest.mark.nightly
def test_a_card_is_opened_by_the_system_camera(context: BrowserContext, school: School, traffic: Traffic) -> None:
    page = context.new_page()
    page.goto(f"{school.server.address}/sign-in")
    token = school.cards["Bob"].token
    page.goto(school.address_on("Bob"))
    assert signed_in(page) == "Bob"
    traffic.assert_hides(token)
    stores = "JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie])"
    assert token not in page.evaluate(stores)
    page.go_back()
    assert token not in page.url
    assert token not in page.content()


def test_back_after_the_pin_leads_to_their_own_page(everyday_browser: Browser, school: School) -> None:
    context = everyday_browser.new_context()
    page = context.new_page()
    page.goto(school.server.address)
    page.fill("[name=code]", school.code)
    page.get_by_role("button", name="Join class").click()
    page.get_by_role("link", name="Eve", exact=True).click()
    page.fill("[name=pin]", school.cards["Eve"].secret)
    page.get_by_role("button", name="Sign in").click()
    assert signed_in(page) == "Eve"
    for _ in range(3):
        page.go_back()
        assert signed_in(page) == "Eve"
        expect(page.locator("[name=pin], [name=code]")).to_have_count(0)
    context.close()


@pytest.mark.nightly
def test_another_card_in_the_same_tab_changes_the_student(context: BrowserContext, school: School) -> None:
    page = context.new_page()
    page.goto(school.address_on("Ana"))
    assert signed_in(page) == "Ana"
    page.goto(school.address_on("Bob"))
    assert signed_in(page) == "Bob"
    expect(page.get_by_text("Ana\u2069 was signed out")).to_be_visible()


def test_an_unknown_card_gives_a_message(context: BrowserContext, school: School) -> None:
    page = context.new_page()
    page.goto(f"{school.server.address}/card#{'x' * 24}")
    expect(page.get_by_role("heading", name="This card didn’t work")).to_be_visible()
    assert page.url == f"{school.server.address}/card"
    page.goto(school.address_on("Bob"))  # the same page: the browser changes only the fragment of the address
    assert signed_in(page) == "Bob"


def test_a_card_waits_until_the_class_plays(context: BrowserContext, school: School, traffic: Traffic) -> None:
    page = context.new_page()
    page.goto(school.address_on("Nia"))
    expect(page.get_by_role("heading", name="Hi, Nia!")).to_be_visible()
    token = school.cards["Nia"].token
    assert token not in page.url
    assert token not in page.content()
    with school.app.app_context():
        class_sessions.open_session(class_id=school.waiting_class, settings=TableSettings())
    assert signed_in(page) == "Nia"
    traffic.assert_hides(token)


@pytest.mark.nightly
def test_a_teacher_who_opens_a_card_is_asked_first(context: BrowserContext, school: School) -> None:
    context.add_cookies([{"name": "classroom", "value": school.teacher, "url": school.server.address}])
    page = context.new_page()
    page.goto(school.address_on("Bob"))
    expect(page.get_by_role("heading", name="Sign in as a student?")).to_be_visible()
    page.get_by_role("button", name="Sign in as student").click()
    assert signed_in(page) == "Bob"


def test_a_card_is_scanned_with_the_devices_camera(playwright: Playwright, school: School, tmp_path: Path) -> None:
    video = tmp_path / "card.y4m"
    video.write_bytes(video_of(school.address_on("Eve")))
    browser = launch(playwright, *FAKE_CAMERA, f"--use-file-for-fake-video-capture={video}")
    page = browser.new_context().new_page()
    found = Traffic()
    page.on("request", found.note)
    page.goto(school.server.address)
    page.get_by_role("link", name="Scan my card").click()
    assert signed_in(page) == "Eve"
    found.assert_hides(school.cards["Eve"].token)
    browser.close()


def test_without_a_camera_the_page_says_what_to_do(context: BrowserContext, school: School) -> None:
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{school.server.address}/scan")
    expect(page.get_by_text("We found no camera. Type your class code instead.")).to_be_visible()
    expect(page.get_by_text("The picture stays on this device.")).to_be_hidden()
    assert faults == []


@pytest.mark.nightly
def test_plain_http_from_another_address_offers_no_scan(context: BrowserContext, school: School) -> None:
    faults: list[str] = []
    context.add_init_script("Object.defineProperty(window, 'isSecureContext', {value: false});")
    page = context.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    for address in ("/", "/scan"):
        page.goto(school.server.address + address)
        expect(page.get_by_role("link", name="Scan my card")).to_have_count(0)
    expect(page.get_by_text("We can’t use a camera here.")).to_be_visible()
    assert faults == []


def test_a_mistyped_code_shows_students_no_red_cross(context: BrowserContext, school: School) -> None:
    page = context.new_page()
    page.goto(school.server.address)
    page.fill("[name=code]", "zzzzzz")
    page.get_by_role("button", name="Join class").click()
    message = page.get_by_text("No class has this code.")
    assert message.evaluate("(text) => getComputedStyle(text, '::before').content").startswith('"! "')


@pytest.mark.nightly
def test_pictures_are_chosen_by_keyboard(context: BrowserContext, school: School, traffic: Traffic) -> None:
    page = context.new_page()
    open_in_font(page, f"{school.server.address}/join/{school.code}")
    assert names_laid_out(page, 1366, 600) == (6, 62, ["x" * 40], True)
    assert names_laid_out(page, 320, 640)[:3] == (2, 40, ["x" * 40])
    page.get_by_role("link", name="Pia").click()
    expect(page.get_by_role("status").filter(has_text="0 of 4")).to_be_visible()
    page.wait_for_load_state()  # with its script; without it, each press submits the form
    chosen = school.cards["Pia"].pictures
    for number, name in enumerate(chosen):
        expect(page.get_by_role("status").filter(has_text=f"{number} of 4")).to_be_visible()
        page.get_by_role("button", name=name, exact=True).focus()
        page.keyboard.press("Enter")
        if number < 3:
            page.keyboard.press("Enter")  # a second identical press counts once
    assert signed_in(page) == "Pia"
    assert sum(one.method == "POST" and "/join/" in one.url for one in traffic.requests) == 1


def test_the_focus_is_on_each_page_of_the_sign_in(context: BrowserContext, school: School) -> None:
    page = context.new_page()
    page.goto(f"{school.server.address}/join/{school.code}")
    expect(page.get_by_role("heading", name="Who are you?")).to_be_focused()
    page.get_by_role("link", name="Pia").press("Enter")
    expect(page.get_by_role("heading", name="Hi, Pia!")).to_be_focused()
    page.wait_for_load_state()
    for name in school.cards["Pia"].pictures:
        page.get_by_role("button", name=name, exact=True).press("Enter")
    assert signed_in(page) == "Pia"
    expect(page.locator("#main")).to_be_focused()


@pytest.mark.nightly
def test_pictures_and_buttons_fit_a_low_window(context: BrowserContext, school: School) -> None:
    page = context.new_page()
    page.set_viewport_size({"width": 1366, "height": 600})
    page.goto(f"{school.server.address}/join/{school.code}")
    page.get_by_role("link", name="Pia").click()
    for name in ("Start again", "That’s not me"):
        box = page.get_by_role("link", name=name).bounding_box()
        assert box
        assert box["y"] + box["height"] <= 600, name


def names_laid_out(page: Page, width: int, height: int) -> tuple[int, int, list[str], bool]:
    """Measure the list of names: its columns, the size of a face, truncated names, whether it ends above 560 px.

    Check that no name is wider than its tile or breaks inside a word, and that the page does not scroll sideways.
    """
    page.set_viewport_size({"width": width, "height": height})
    found = page.evaluate(
        """() => {
            const tiles = [...document.querySelectorAll(".names a")];
            const isCut = (part) => part.scrollWidth > part.clientWidth;
            const cut = tiles.map((tile) => tile.querySelector("span")).filter(isCut);
            const out = tiles.filter((tile) => isCut(tile) || tile.clientWidth > tile.parentNode.clientWidth);
            const face = Math.max(...tiles.map((tile) => tile.querySelector("svg").getBoundingClientRect().width));
            const end = document.querySelector(".names").getBoundingClientRect().bottom;
            return {
                tiles: tiles.length,
                columns: new Set(tiles.map((tile) => Math.round(tile.getBoundingClientRect().left))).size,
                face: Math.round(face),
                cut: cut.map((name) => name.textContent),
                out: out.length,
                fits: end <= 560,
                isWide: document.documentElement.scrollWidth > innerWidth,
            };
        }"""
    )
    assert (found["tiles"], found["out"], found["isWide"]) == (24, 0, False)
    return found["columns"], found["face"], found["cut"], found["fits"]


def video_of(text: str) -> bytes:
    """Return a still YUV4MPEG2 video of a QR code, as Chromium's fake camera reads it."""
    width, height = 640, 480
    code = [list(row) for row in segno.make(text, micro=False).matrix_iter(scale=7, border=4)]
    top, left = (height - len(code)) // 2, (width - len(code)) // 2
    gray = bytearray(b"\xc8" * (width * height))
    for row, line in enumerate(code, start=top):
        gray[row * width + left : row * width + left + len(line)] = bytes(20 if dark else 235 for dark in line)
    frame = b"FRAME\n" + bytes(gray) + b"\x80" * (width * height // 2)
    return f"YUV4MPEG2 W{width} H{height} F10:1 Ip A1:1 C420jpeg\n".encode() + frame * 5
