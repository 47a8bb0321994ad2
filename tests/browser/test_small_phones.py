"""Pages on a phone of 320 × 640: whole equations, targets for fingers, and nothing broken in two."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.frame import box_of, boxes_of
from tests.browser.gallery import desk, lessons, served
from tests.browser.gallery.frame import Gallery
from tests.browser.phones import Phones, changing, resizing
from tests.factories import make_teacher
from tests.over_http.server import LiveServer
from tests.over_http.stage import cookie_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask
    from playwright.sync_api import Browser, Locator

    from classroom.models import Teacher

pytestmark = [pytest.mark.slow, pytest.mark.nightly]

TOO_LOW = """(names) => [...document.querySelectorAll(names)].filter((one) => {
  if (!one.checkVisibility({ checkVisibilityCSS: true })) return false;
  one.scrollIntoView({ block: "center" });
  const {top, bottom, left, right} = one.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const reaches = (far) => one.contains(document.elementFromPoint(x, Math.max(y + far, 0)));
  return ![-20, 20].every(reaches);
}).map((one) => one.outerHTML.slice(0, 120))"""
"""Controls that a finger misses 20 px above or below their middle."""

LINES = """(all) => all.map((element) => {
  const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT), range = document.createRange();
  const lines = new Map();
  while (walk.nextNode()) {
    if (walk.currentNode.parentElement.closest(".visually-hidden")) continue;
    range.selectNodeContents(walk.currentNode);
    for (const {bottom, left, right} of range.getClientRects()) {
      const [start, end] = lines.get(Math.round(bottom)) ?? [left, right];
      lines.set(Math.round(bottom), [Math.min(start, left), Math.max(end, right)]);
    }
  }
  return [...lines.values()].map(([start, end]) => end - start);
})"""
"""The widths of the lines of each of these texts."""
WIDTHS = "(all) => all.map((one) => one.getBoundingClientRect().width)"

SHIFT = """() => {
  const {dataset} = document.documentElement, now = dataset.stream;
  const tops = ["live", "polling", "lost"].map((state) => {
    dataset.stream = state;
    return document.querySelector(".mat").getBoundingClientRect().top;
  });
  dataset.stream = now;
  return Math.max(...tops) - Math.min(...tops);
}"""
"""By how many pixels the board moves between the states of the connection."""

AS_MINUS = "(all, text) => all.forEach((card) => { card.className = 'card card-remove'; card.textContent = text; })"
MINUS = {"en-US": "− Minus", "es": "− Menos"}
AS_AWAY = """(seats, text) => seats.forEach((seat) => {
  seat.querySelector("small")?.remove();
  seat.insertAdjacentHTML("beforeend", `<small>${text}</small>`);
})"""
AWAY = {"en-US": "away", "es": "ausente"}
SIGNED_IN = {"en-US": "Signed in", "es": "Inició sesión"}
LAST = "(all) => Math.max(...all.flatMap((one) => [...one.getClientRects()].map((rect) => rect.bottom)))"
"""Where the last line of these elements ends."""


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[LiveServer, Gallery]]:
    """A server with classes in many states, and their pages."""

    def fill(app: Flask, gallery: Gallery, alice: str, teacher: Teacher) -> None:
        gallery.add(cookie_of(app, teacher_id=make_teacher("Dora Lind").id), "/decks")
        gallery.add(None, "/")
        desk.accounts(app, gallery)
        desk.class_with_cards(gallery, alice, teacher)
        lessons.class_that_plays(app, gallery, alice, teacher)
        lessons.class_that_has_played(app, gallery, alice, teacher)
        lessons.classes_with_exit_tickets(app, gallery, alice, teacher)
        lessons.class_under_control(app, gallery, alice, teacher)
        lessons.class_that_solves_ahead(app, gallery, alice, teacher)
        lessons.class_with_own_levels(app, gallery, alice, teacher)
        lessons.classes_at_one_board(gallery, alice, teacher)
        desk.decks(gallery, alice, teacher)

    with served(tmp_path_factory.mktemp("phones"), fill) as school:
        yield school


@pytest.fixture(scope="module", params=["en-US", "es"])
def phones(request: pytest.FixtureRequest, browser: Browser, school: tuple[LiveServer, Gallery]) -> Iterator[Phones]:
    """Phones in the students' and teachers' hands."""
    started = Phones(browser, *school, language=request.param)
    yield started
    started.close()


def lines_of(parts: Locator) -> list[list[float]]:
    """Return the widths of the lines of each part's text."""
    lines: list[list[float]] = parts.evaluate_all(LINES)
    return lines


def assert_lines_are_within(parts: Locator) -> None:
    """Check that no line of a part's text comes near the part's edges."""
    texts = zip(lines_of(parts), parts.evaluate_all(WIDTHS), strict=True)
    assert all(max(lines) <= width - 6 for lines, width in texts), parts.all_inner_texts()


def test_a_hand_is_as_wide_as_its_seat(phones: Phones) -> None:
    for page in phones.pages("/games/", needs=".host-seat"):
        for hand in page.locator(".host-seat > .host-cards").all():
            assert box_of(hand)["width"] > box_of(hand.locator("xpath=.."))["width"] - 40
        assert all(len(lines) == 1 for lines in lines_of(page.locator(".host-cards .top-card")))
        wide = page.locator(".host-cards .top-card").first.evaluate(
            "(card) => { card.textContent = '1 dime + 1 nickel + 2 quarters + 4 pennies = ? ¢';"
            " return document.documentElement.scrollWidth; }"
        )
        assert wide <= 320, "a long equation breaks within its card"


def test_the_time_for_a_turn_stays_in_its_box(phones: Phones) -> None:
    for page in phones.pages("/play", needs="#turn-bar"):
        turn, bar = box_of(page.locator(".turn")), box_of(page.locator("#turn-bar"))
        assert turn["y"] + 2 <= bar["y"]
        assert bar["y"] + bar["height"] <= turn["y"] + turn["height"] - 2
        page.locator("#turn-bar").click(force=True, trial=True)
        assert page.evaluate(TOO_LOW, "#more-time") == []


def test_the_introduction_has_no_gap_above_its_board(phones: Phones) -> None:
    page = next(phones.pages("/play", needs="#lesson-card"))
    names = (".lesson-text", "#lesson-card", ".mat", "#lesson-skip")
    text, card, board, skip = (box_of(page.locator(name)) for name in names)
    assert board["y"] - card["y"] - card["height"] < 24
    assert skip["y"] > board["y"] + board["height"]
    assert text["height"] <= 104


def test_no_button_has_one_word_on_its_last_line(phones: Phones) -> None:
    wrapped = 0
    for page in phones.pages("/cards"):
        buttons = page.locator("main .button")
        for widths, text in zip(lines_of(buttons), buttons.all_inner_texts(), strict=True):
            wrapped += len(widths) > 1
            assert min(widths) > max(widths) / 2, text
    assert wrapped


def test_words_in_a_table_that_scrolls_stay_on_one_line(phones: Phones) -> None:
    page = next(phones.pages("/levels"))
    assert all(len(lines) == 1 for lines in lines_of(page.locator(".levels tbody th, .levels td.soft")))


@pytest.mark.parametrize("part", ["/", "/join/", "/play", "?move=9"])
def test_students_hit_what_they_tap(phones: Phones, part: str) -> None:
    names = ".top :is(.button-small, a:not(.product, .skip)), main .button-small, .lone-links a, .move-list a"
    for page in phones.pages(part):
        assert page.evaluate(TOO_LOW, names) == [], page.url


def test_the_buttons_of_the_header_are_side_by_side(phones: Phones) -> None:
    page = next(phones.pages("/play/games"))
    theme, face = box_of(page.locator(".top .theme")), box_of(page.locator(".top .own-face"))
    assert 0 < face["x"] - theme["x"] - theme["width"] < 20


def test_links_of_the_header_are_below_its_buttons(phones: Phones) -> None:
    for address in ("/play/animal", "/play/games"):
        page = next(phones.pages(address))
        face = box_of(page.locator(".top .own-face"))
        links = boxes_of(page.locator(".top > a:not(.product, .skip)"))
        assert links
        assert all(link["y"] >= face["y"] + face["height"] for link in links), address


def test_an_entry_of_the_activity_log_has_no_empty_line(phones: Phones) -> None:
    page = next(phones.pages("/admin/activity"))
    for row in page.locator(".log tbody tr").all():
        last = row.locator("td:not(:empty)").evaluate_all(LAST)
        box = box_of(row)
        assert box["y"] + box["height"] - last < 20, row.inner_text()
    signed_in = page.locator(".log tr", has_text=SIGNED_IN[phones.language]).first
    name = signed_in.locator("th").inner_text()
    assert signed_in.inner_text().count(name) == 1


def test_buttons_of_an_empty_list_are_below_its_text(phones: Phones) -> None:
    page = next(phones.pages("/decks"))
    empty, button = box_of(page.locator(".empty")), box_of(page.locator(".empty .button").first)
    assert abs(empty["x"] + empty["width"] / 2 - button["x"] - button["width"] / 2) < 2


def test_steps_of_a_replay_are_within_their_buttons(phones: Phones) -> None:
    for page in phones.pages("?move=9"):
        assert_lines_are_within(page.locator(".step-links .button"))


def test_answers_of_an_exit_ticket_stay_on_one_line(phones: Phones) -> None:
    for page in phones.pages("/play", needs=".ticket-result"):
        answers = page.locator(".answers li")
        lines = lines_of(answers)
        assert lines
        assert all(len(widths) == 1 for widths in lines), answers.all_inner_texts()


def test_descriptions_of_cards_are_below_their_names(phones: Phones) -> None:
    page = next(phones.pages("/sessions/new", needs=".edition"))
    for description in page.locator(".edition small").all():
        label = description.locator("xpath=..")
        assert box_of(description)["width"] > 0.8 * box_of(label)["width"]
        assert len(lines_of(description)[0]) <= 2


def test_a_student_on_the_live_page_has_one_line(phones: Phones) -> None:
    for page in phones.pages("/sessions/", needs=".tile-seat"):
        with changing(page):
            page.locator(".tile-seat").evaluate_all(AS_AWAY, AWAY[phones.language])
            for seat in page.locator(".tile-seat").all():
                name, away = box_of(seat.locator(".tile-name")), box_of(seat.locator("small"))
                assert abs(name["y"] + name["height"] / 2 - away["y"] - away["height"] / 2) < 3, seat.inner_text()
                assert box_of(seat)["height"] <= 32


def test_equations_on_the_class_screen_stay_on_one_line(phones: Phones) -> None:
    for page in phones.pages("/sessions/", needs=".play-front .card-match"):
        with changing(page):
            for card in page.locator(".play-front .card-match:not(.card-long, .card-longer)").all():
                card.locator("[dir]").first.evaluate("(text) => { text.textContent = '20 − 16'; }")
                assert len(lines_of(card)[0]) == 1
                assert card.evaluate("(card) => card.scrollWidth <= card.clientWidth"), card.inner_text()


def test_no_button_of_the_class_screen_is_at_the_edge(phones: Phones) -> None:
    for page in phones.pages("/projector", needs=".front-foot"):
        foot, button = box_of(page.locator(".front-foot")), box_of(page.locator(".front-foot button").last)
        assert foot["y"] + foot["height"] - button["y"] - button["height"] >= 6


def test_what_follows_a_link_is_no_part_of_its_name(phones: Phones) -> None:
    for page in phones.pages("/sessions/", needs="#projector + .soft"):
        assert page.locator("#projector + .soft").inner_text().startswith("(")


def test_the_title_of_a_deck_has_no_number_alone_on_a_line(phones: Phones) -> None:
    page = next(phones.pages("/decks", language="en-US"))  # Spanish titles are on one line
    titles = lines_of(page.locator(".deck-list strong"))
    assert any(len(lines) > 1 for lines in titles)
    assert all(min(lines) > max(lines) / 2 for lines in titles)


def test_a_sheet_of_paper_is_shown_as_a_whole(phones: Phones) -> None:
    page = next(phones.pages("board=4"))
    sheets = page.locator(".sheets")
    assert sheets.evaluate("(box) => box.scrollWidth - box.clientWidth") <= 0
    assert box_of(page.locator(".paper-sheet").first)["width"] > box_of(sheets)["width"] * 0.9


def test_the_length_of_games_has_most_of_the_line(phones: Phones) -> None:
    page = next(phones.pages("/decks/", needs="#deck-forecast"))
    line = page.locator(".deck-lengths > div").first
    assert box_of(line.locator("dd"))["width"] > box_of(line)["width"] * 0.7


def test_the_end_of_the_games_leaves_the_links_below_alone(phones: Phones) -> None:
    for page in phones.pages("/play", needs=".games-end"):
        if page.locator(".foot-row").count():
            end, links = box_of(page.locator(".games-end")), box_of(page.locator(".foot-row > *").first)
            assert end["y"] + end["height"] <= links["y"]


def test_an_animal_peeks_from_behind_the_turn(phones: Phones) -> None:
    page = next(one for one in phones.pages("/play", needs=".tabletop .peek") if one.locator(".tabletop .turn").count())
    with changing(page):
        page.locator(".peek").evaluate("(peek) => { peek.style = 'pointer-events: auto; inset: -3rem 0 auto'; }")
        turn = box_of(page.locator(".turn"))
        assert page.evaluate(
            "([x, y]) => !document.elementFromPoint(x, y).closest('.peek')",
            [turn["x"] + turn["width"] / 2, turn["y"] + turn["height"] / 2],
        )


@pytest.mark.parametrize(
    ("width", "height"), [(320, 640), (820, 640), (1280, 640), (1366, 640), (1280, 800), (1366, 768)]
)
def test_a_card_keeps_an_equation_of_three_digits_on_one_line(phones: Phones, width: int, height: int) -> None:
    for page in phones.pages("/play", needs=".tabletop.hand-4 .card"):
        with changing(page), resizing(page):
            page.set_viewport_size({"width": width, "height": height})
            page.locator(".tabletop .card > [dir]").evaluate_all(
                "(all) => { for (const one of all) one.textContent = '100 − 64'; }"
            )
            assert all(len(lines) == 1 for lines in lines_of(page.locator(".tabletop .card > [dir]")))


@pytest.mark.parametrize("size", [(640, 360), (683, 384), (844, 390)], ids=str)
def test_a_low_window_shows_the_cards_beside_the_board(phones: Phones, size: tuple[int, int]) -> None:
    """Such as a Chromebook zoomed to 200%, or a phone on its side."""
    width, height = size
    boards = []
    for page in phones.pages("/play", needs=".tabletop"):
        with resizing(page):
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("scrollTo(0, 0)")
            board = box_of(page.locator(".mat"))
            boards.append([board["x"], board["y"], board["width"]])
            assert board["x"] + board["width"] <= width
            for box in boxes_of(page.locator(".seats, .turn, .pad, #hand, #do-pass")):
                assert box["x"] + box["width"] <= board["x"], page.url
                assert box["y"] + box["height"] <= height, page.url
    assert all(board == pytest.approx(boards[0], abs=0.5) for board in boards), "a board moved or changed its size"


@pytest.mark.parametrize("width", [320, 640, 683, 844])
def test_the_board_stays_when_the_connection_fails(phones: Phones, width: int) -> None:
    page = next(phones.pages("/play", needs=".tabletop"))
    with resizing(page):
        page.set_viewport_size({"width": width, "height": 384})
        shift = page.evaluate(SHIFT)
    assert shift == 0


def test_boards_are_equally_wide_in_all_states_of_a_game(phones: Phones) -> None:
    widths = {round(box_of(page.locator(".mat"))["width"]) for page in phones.pages("/play", needs=".tabletop")}
    assert len(widths) == 1


@pytest.mark.parametrize("width", [320, 820])
def test_lists_at_the_foot_have_a_line_of_their_own(phones: Phones, width: int) -> None:
    for page in phones.pages("/play", needs=".solves-ahead .foot-row"):
        with resizing(page):
            page.set_viewport_size({"width": width, "height": 900})
            above = boxes_of(page.locator("#do-exchange, #do-pass, .games-end, .mat"))
            links = box_of(page.locator(".foot-row > *").first)
            assert max(box["y"] + box["height"] for box in above) <= links["y"]


@pytest.mark.parametrize("size", [(320, 640), (640, 360)], ids=str)
def test_a_long_name_leaves_the_turn_two_lines(phones: Phones, size: tuple[int, int]) -> None:
    tables = phones.pages("/play", needs=".tabletop .turn-hint")
    page = next(one for one in tables if one.locator(".turn:not(.turn-mine)").count())
    with changing(page), resizing(page):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        turn, board = box_of(page.locator(".turn")), box_of(page.locator(".mat"))
        title = page.locator(".turn h1")
        for name in (
            "Maximiliano Featherstonehaugh",
            "Wolfeschlegelsteinhausenbergerdorff",
            "María del Carmen Hernández Rodríguez",
        ):
            title.evaluate(
                "(title, name) => { title.textContent = title.textContent.replace(/\u2068.*/, name); }", name
            )
            assert len(lines_of(title)[0]) == 1
            assert title.evaluate("(title) => title.scrollWidth > title.clientWidth"), (
                "the name is cut, not the box wider"
            )
            assert title.evaluate("(title) => getComputedStyle(title).textOverflow") == "ellipsis"
            assert (box_of(page.locator(".turn")), box_of(page.locator(".mat"))) == (turn, board)


def test_words_of_cards_and_of_a_turn_fit(phones: Phones) -> None:
    for page in phones.pages("/play", needs=".tabletop .card"):
        with changing(page):
            page.locator(".tabletop .card").evaluate_all(AS_MINUS, MINUS[phones.language])
            assert_lines_are_within(page.locator(".tabletop .card"))
            assert all(len(lines) == 1 for lines in lines_of(page.locator(".turn-mine .turn-hint")))


def test_fifty_is_below_the_middle_of_its_bars(phones: Phones) -> None:
    page = next(phones.pages("/report", needs=".scale"))
    scales = page.locator(".scale")
    assert scales.count()
    for scale in scales.all():
        whole, middle = box_of(scale), box_of(scale.locator("span").nth(1))
        assert abs(whole["x"] + whole["width"] / 2 - middle["x"] - middle["width"] / 2) < 1
