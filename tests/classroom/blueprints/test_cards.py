from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
import segno
import time_machine

from classroom.database import db
from classroom.services.accounts import login_cards, logins
from classroom.services.accounts.card_secrets import hash_card_token
from classroom.services.accounts.student_sign_in import sign_in_student
from classroom.services.classes import roster
from classroom.services.errors import ServiceError
from classroom.web.join_link import join_link
from classroom.web.login_cards import card_order
from tests.factories import PASSWORD, PIN, make_student
from tests.page_lint import text_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

    from tests.factories import Cast
    from tests.page import Form, Page
    from tests.page_client import PageClient


MISSING = "Print cards for 2 students"
EVERYONE = "Print 3 new cards"


@pytest.fixture
def cards_page(page: PageClient, cast: Cast) -> PageClient:
    """Alice's page of login cards: Bob has one, Ana and Carol do not."""
    for name in ("Ana", "Carol"):
        make_student(name, school_class=cast.class_7b, pin=None)
    cast.class_7b.code = "abc234"
    db.session.commit()
    page.sign_in(cast.alice).get("classes.cards", class_id=cast.class_7b.id)
    return page


def make(page: PageClient, button: str, *, status: int = 200) -> Page:
    """Press a button of the page; all its forms post to the same address."""
    assert page.last is not None
    return page.send(page.last.form_with(button), status=status)


def form_for(page: PageClient, cast: Cast, button: str) -> Form:
    """Return the fields of a button that makes cards; the whole class needs the password."""
    if button != EVERYONE:
        assert page.last is not None
        return page.last.form_with(button)
    form = page.get("classes.renew_cards", class_id=cast.class_7b.id).form_with(button)
    form.fields["own_password"] = PASSWORD
    return form


def pins_on(shown: Page) -> dict[str, str]:
    """Return the PIN on each printed card."""
    pins = {}
    for card in shown.all("section", class_="label"):
        text = text_of(card)
        found = re.fullmatch(r"(.+?) 7B · open in the browser localhost Class code abc 234 PIN (\d{6})", text)
        assert found, text
        pins[found[1]] = found[2]
    return pins


def works(cast: Cast, name: str, pin: str) -> bool:
    student = next(one for one in roster.students_of(class_id=cast.class_7b.id) if one.name == name)
    try:
        return bool(sign_in_student(student_id=student.id, secret=pin))
    except ServiceError:
        return False


def test_a_local_address_gets_a_warning_before_cards_are_made(
    cards_page: PageClient, cast: Cast, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = "an address that works on this computer only"
    assert cards_page.last is not None
    assert message in cards_page.last.text
    monkeypatch.setitem(app.config, "STUDENTS_HOST", "192.168.1.5")
    assert message not in cards_page.get("classes.cards", class_id=cast.class_7b.id).text


def test_students_without_a_card_get_one(cards_page: PageClient, cast: Cast) -> None:
    shown = make(cards_page, MISSING)
    assert shown.heading == "2 login cards for 7B"
    pins = pins_on(shown)
    assert set(pins) == {"Ana", "Carol"}
    assert all(works(cast, name, pin) for name, pin in pins.items())
    assert works(cast, "Bob", PIN)


def test_cards_that_stay_valid_are_named_only_if_there_are_any(cards_page: PageClient, cast: Cast) -> None:
    assert cards_page.last is not None
    assert "2 of 3 students have no login card. Other cards stay valid." in cards_page.last.text
    login_cards.revoke_card(student_id=cast.bob.id)
    shown = cards_page.get("classes.cards", class_id=cast.class_7b.id)
    assert "No student has a login card yet." in shown.text
    assert "Other cards" not in shown.text


def test_pins_are_never_shown_again(cards_page: PageClient, cast: Cast) -> None:
    pins = pins_on(make(cards_page, MISSING))
    for endpoint in ("classes.cards", "classes.show"):
        again = cards_page.get(endpoint, class_id=cast.class_7b.id)
        assert not any(pin in again.text for pin in pins.values())


def test_the_response_must_not_be_cached(cards_page: PageClient) -> None:
    assert make(cards_page, MISSING).headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("button", [MISSING, EVERYONE])
def test_a_double_click_or_a_reload_shows_the_same_cards(cards_page: PageClient, cast: Cast, button: str) -> None:
    form = form_for(cards_page, cast, button)
    pins = pins_on(cards_page.send(form, status=200))
    assert pins_on(cards_page.send(form, status=200)) == pins
    assert all(works(cast, name, pin) for name, pin in pins.items())


@pytest.mark.parametrize(
    ("button", "told"),
    [
        (MISSING, ""),
        ("Print new card for Bob", "1 old card no longer works."),
        (EVERYONE, "1 old card no longer works."),
    ],
)
def test_only_replaced_cards_are_called_old(cards_page: PageClient, cast: Cast, button: str, told: str) -> None:
    shown = cards_page.send(form_for(cards_page, cast, button), status=200)
    for _ in range(2):
        notice = text_of(shown.one("div", class_="notice-now"))
        assert "can’t be shown again." in notice
        assert notice.partition("again.")[2].strip() == told
        shown = make(cards_page, "Show one page per student" if "Show one page" in shown.text else "Show ten per sheet")


def test_an_old_page_does_not_undo_a_newer_card(cards_page: PageClient, cast: Cast) -> None:
    form = form_for(cards_page, cast, EVERYONE)
    cards_page.send(form, status=200)
    cards_page.get("students.edit", student_id=cast.bob.id)
    newest = pins_on(cards_page.submit(form="/new-card", status=200))["Bob"]
    assert "Open the cards page again." in cards_page.send(form, status=409).text
    assert works(cast, "Bob", newest)


def test_an_order_is_valid_for_a_quarter_of_an_hour(cards_page: PageClient, cast: Cast) -> None:
    form = form_for(cards_page, cast, EVERYONE)
    with time_machine.travel(datetime.now(UTC) + timedelta(minutes=16), tick=False):
        cards_page.send(form, status=409)
    assert works(cast, "Bob", PIN)


def test_new_cards_for_everyone_end_the_old_ones(cards_page: PageClient, cast: Cast) -> None:
    assert "The old cards stop working" in (cards_page.last.text if cards_page.last else "")
    token = logins.start_login(student_id=cast.bob.id)
    pins = pins_on(cards_page.send(form_for(cards_page, cast, EVERYONE), status=200))
    assert set(pins) == {"Ana", "Bob", "Carol"}
    assert works(cast, "Bob", pins["Bob"])
    assert pins["Bob"] == PIN or not works(cast, "Bob", PIN)
    assert logins.find_login(token=token) is None


@pytest.fixture
def all_have_cards(cards_page: PageClient, cast: Cast) -> dict[str, str]:
    """Make a card for each student of the class; the PINs."""
    return {**pins_on(make(cards_page, MISSING)), "Bob": PIN}


@pytest.mark.parametrize(("typed", "message"), [("", "Enter your password."), ("wrong", "Try again.")])
def test_replacing_all_cards_requires_the_password(
    cards_page: PageClient, cast: Cast, all_have_cards: dict[str, str], typed: str, message: str
) -> None:
    form = form_for(cards_page, cast, EVERYONE)
    chosen = {"own_password": typed, "kind": "pictures", "paper": "pages"}
    refused = cards_page.send(form, chosen, status=422)
    assert message in refused.text
    assert all(works(cast, name, pin) for name, pin in all_have_cards.items())
    shown = cards_page.send(refused.form_with(EVERYONE), {"own_password": PASSWORD}, status=200)
    assert len(shown.all("section", class_="card-page")) == 3
    assert not any(works(cast, name, pin) for name, pin in all_have_cards.items())


def test_the_password_page_cannot_be_bypassed(
    cards_page: PageClient, cast: Cast, all_have_cards: dict[str, str]
) -> None:
    students = roster.students_of(class_id=cast.class_7b.id)
    for some in (students, students[:2]):
        order = card_order(cast.class_7b.id, [one.id for one in some])
        for url in ("classes.make_cards", "students.new_card"):
            values: dict[str, Any] = (
                {"class_id": cast.class_7b.id} if url.startswith("classes") else {"student_id": cast.bob.id}
            )
            refused = cards_page.post(url, {"order": order}, status=403, **values)
            assert "need your password" in refused.text
    assert all(works(cast, name, pin) for name, pin in all_have_cards.items())


def test_the_other_paper_size_does_not_ask_again(
    cards_page: PageClient, cast: Cast, all_have_cards: dict[str, str]
) -> None:
    shown = cards_page.send(form_for(cards_page, cast, EVERYONE), status=200)
    pins = pins_on(shown)
    pages = cards_page.send(shown.form_with("Show one page per student"), status=200)
    assert len(pages.all("section", class_="card-page")) == 3
    assert all(pin in pages.text for pin in pins.values())


def test_a_teacher_without_a_password_is_told_to_choose_one(page: PageClient, cast: Cast) -> None:
    cast.alice.password_hash = None
    db.session.commit()
    page.sign_in(cast.alice)
    pages: list[tuple[str, dict[str, Any]]] = [
        ("classes.renew_cards", {"class_id": cast.class_7b.id}),
        ("classes.delete", {"class_id": cast.class_7b.id}),
        ("students.remove", {"student_id": cast.bob.id}),
    ]
    for endpoint, values in pages:
        assert page.get(endpoint, **values).link("Choose password") == page.url("account.show")
        refused = page.post(endpoint, {"own_password": "guessed"}, status=409, **values)
        assert "Your account has no password yet" in refused.text
    assert works(cast, "Bob", PIN)


def test_one_new_card(cards_page: PageClient, cast: Cast) -> None:
    cards_page.get("students.edit", student_id=cast.bob.id)
    shown = cards_page.submit(form="/new-card", status=200)
    assert shown.heading == "1 login card for 7B"
    assert works(cast, "Bob", pins_on(shown)["Bob"])


@pytest.mark.parametrize("order", ["", "unknown", "WyJhIl0.aaaaaa.bbbbbbbb"])
def test_a_forged_order_is_refused(cards_page: PageClient, cast: Cast, order: str) -> None:
    cards_page.post("classes.make_cards", {"order": order}, class_id=cast.class_7b.id, status=409)
    cards_page.post("students.new_card", {"order": order}, student_id=cast.bob.id, status=409)
    assert works(cast, "Bob", PIN)


def test_an_order_is_valid_for_its_own_class_only(cards_page: PageClient, cast: Cast) -> None:
    foreign = card_order(cast.class_8c.id, [cast.charlie.id])
    cards_page.post("classes.make_cards", {"order": foreign}, class_id=cast.class_7b.id, status=409)
    assert sign_in_student(student_id=cast.charlie.id, secret=PIN)


def test_an_empty_class_gets_instructions(page: PageClient, cast: Cast) -> None:
    roster.remove_student(student_id=cast.bob.id)
    shown = page.sign_in(cast.alice).get("classes.cards", class_id=cast.class_7b.id)
    assert shown.link("Add students") == page.url("classes.add_students", class_id=cast.class_7b.id)
    page.post("classes.make_cards", {"order": card_order(cast.class_7b.id, [])}, class_id=cast.class_7b.id, status=409)


def test_ten_cards_on_a_sheet(page: PageClient, cast: Cast) -> None:
    roster.add_students(class_id=cast.class_7b.id, text="\n".join(f"Student {number}" for number in range(24)))
    page.sign_in(cast.alice).get("classes.cards", class_id=cast.class_7b.id)
    sheets = make(page, "Print cards for 24 students").all("div", class_="sheet")
    assert [len(list(sheet.iter("section"))) for sheet in sheets] == [10, 10, 4]


def test_each_card_has_its_own_qr_code(cards_page: PageClient, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []
    draw = segno.make

    def make_qr(text: str, *, micro: bool) -> segno.QRCode:
        drawn.append(text)
        return draw(text, micro=micro)

    monkeypatch.setattr(segno, "make", make_qr)
    shown = make(cards_page, MISSING)
    assert shown.all("img")[0].get("src", "").startswith("data:image/svg+xml")
    tokens = [address.partition("http://localhost/card#")[2] for address in drawn]
    hashes = {one.name: one.card_hash for one in roster.students_of(class_id=cast.class_7b.id)}
    assert [hash_card_token(token) for token in tokens] == [hashes["Ana"], hashes["Carol"]]
    assert not any(token in shown.html for token in tokens), "only the picture has it"


@pytest.mark.parametrize(
    ("students_host", "base", "shown_as"),
    [
        (None, "http://localhost:8000", "localhost:8000"),
        ("192.168.1.5", "http://localhost:8000", "192.168.1.5:8000"),
        ("192.168.1.5", "http://127.0.0.1", "192.168.1.5"),
        ("fd00::5", "http://[::1]:8000", "[fd00::5]:8000"),
        ("192.168.1.5", "http://school.lan:8000", "school.lan:8000"),
        (None, "https://maths.school.example", "https://maths.school.example"),
    ],
)
def test_the_address_can_be_opened_by_students(
    make_app: Callable[..., Flask], students_host: str | None, base: str, shown_as: str
) -> None:
    app = make_app(STUDENTS_HOST=students_host)
    with app.test_request_context(base_url=base):
        link = join_link("abc234")
    assert link.shown == shown_as
    assert link.url == f"{'' if '://' in shown_as else 'http://'}{shown_as}/?code=abc234"
    assert link.is_local is ("localhost" in shown_as)


def test_cards_with_pictures_in_order(cards_page: PageClient, cast: Cast) -> None:
    cards_page.submit({"kind": "pictures"}, form="/kind")
    assert "Cards printed before keep working" in cards_page.follow().text
    assert works(cast, "Bob", PIN)
    for card in make(cards_page, MISSING).all("section", class_="label"):
        row = next(one for one in card.iter("span") if one.get("class") == "picture-row")
        assert works(cast, text_of(next(card.iter("h2"))), (row.get("aria-label") or "").replace(",", ""))
        assert "PIN" not in text_of(card)


@pytest.mark.parametrize("button", [MISSING, EVERYONE, "Print new card for Bob"])
def test_the_chosen_kind_applies_without_saving(cards_page: PageClient, cast: Cast, button: str) -> None:
    form = form_for(cards_page, cast, button)
    shown = cards_page.send(form, {"kind": "pictures"}, status=200)
    rows = [one.get("aria-label", "") for one in shown.all("span", class_="picture-row")]
    assert len(rows) == len(shown.all("section", class_="label")) > 0
    assert cast.class_7b.secret_kind == "pictures"
    again = cards_page.send(form, {"kind": "pictures"}, status=200)
    assert [one.get("aria-label", "") for one in again.all("span", class_="picture-row")] == rows
    pages = cards_page.send(shown.form_with("Show one page per student"), status=200)
    assert all(row.replace(",", "") and row in pages.html for row in rows)
    names = [text_of(one) for one in shown.all("h2")]
    assert all(works(cast, name, row.replace(",", "")) for name, row in zip(names, rows, strict=True))


def test_a_card_of_another_kind_is_a_new_card(cards_page: PageClient, cast: Cast) -> None:
    assert cards_page.last is not None
    form = cards_page.last.form_with("Print new card for Bob")
    pin = pins_on(cards_page.send(form, status=200))["Bob"]
    cards_page.send(form, {"kind": "pictures"}, status=409)
    assert works(cast, "Bob", pin)


@pytest.mark.parametrize("kind", ["", "none", "PIN"])
def test_other_kinds_are_refused(cards_page: PageClient, cast: Cast, kind: str) -> None:
    cards_page.post("classes.choose_kind", {"kind": kind}, class_id=cast.class_7b.id, status=400)


@pytest.mark.parametrize("chosen", ["es", "own"])
def test_saving_the_kind_leaves_the_language_chosen(cards_page: PageClient, chosen: str) -> None:
    cards_page.submit({"kind": "pictures", "language": chosen}, form="/cards/kind")
    languages = cards_page.follow().all("input", name="language")
    assert [one.get("value") for one in languages if one.get("checked") is not None] == [chosen]


@pytest.mark.parametrize("odd", ["", "xx", "x" * 5_000, "\0"])
def test_an_unknown_language_is_not_chosen(cards_page: PageClient, cast: Cast, odd: str) -> None:
    shown = cards_page.get("classes.cards", class_id=cast.class_7b.id, language=odd)
    languages = shown.all("input", name="language")
    assert [one.get("value") for one in languages if one.get("checked") is not None] == ["own"]


def test_cards_can_be_printed_on_separate_pages(cards_page: PageClient) -> None:
    labels = make(cards_page, MISSING)
    pins = set(pins_on(labels).values())
    pages = cards_page.send(labels.form_with("Show one page per student"), status=200)
    shown = pages.all("section", class_="card-page")
    assert [text_of(next(one.iter("h2"))) for one in shown] == ["Ana", "Carol"]
    assert {pin for pin in pins if any(pin in text_of(one) for one in shown)} == pins
    back = cards_page.send(pages.form_with("Show ten per sheet"), status=200)
    assert set(pins_on(back).values()) == pins


def test_a_card_is_deactivated_with_one_click(cards_page: PageClient, cast: Cast) -> None:
    token = logins.start_login(student_id=cast.bob.id)
    cards_page.submit(form=f"{cast.bob.id}/void-card")
    assert "no longer works" in cards_page.follow().text
    assert not works(cast, "Bob", PIN)
    assert logins.find_login(token=token) is None


def test_one_card_is_replaced_from_the_list(cards_page: PageClient, cast: Cast) -> None:
    shown = make(cards_page, "Print new card for Bob")
    assert works(cast, "Bob", pins_on(shown)["Bob"])


def test_a_locked_out_student_is_unlocked(cards_page: PageClient, cast: Cast) -> None:
    assert cards_page.last is not None
    assert "Locked out after too many tries" not in cards_page.last.text
    for _ in range(5):
        assert not works(cast, "Bob", "wrong")
    assert not works(cast, "Bob", PIN)
    assert "Locked out after too many tries" in cards_page.get("classes.cards", class_id=cast.class_7b.id).text
    cards_page.submit(form=f"{cast.bob.id}/unlock")
    assert "can sign in again" in cards_page.follow().text
    assert works(cast, "Bob", PIN)


def test_the_queries_of_the_page_do_not_grow_with_the_class(cards_page: PageClient, cast: Cast) -> None:
    before = cards_page.count_queries("classes.cards", class_id=cast.class_7b.id)
    for _ in range(20):
        make_student(school_class=cast.class_7b)
    assert cards_page.count_queries("classes.cards", class_id=cast.class_7b.id) == before
