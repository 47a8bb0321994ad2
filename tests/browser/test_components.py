"""The component page: readable in light, dark, high contrast, and on paper, narrow and wide, and complete."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from classroom.hosting import hosted_app
from tests.browser.conftest import AXE
from tests.browser.looks import ALL_RULES, COLOR_RULES, RUN_AXE
from tests.pictures.components import TEMPLATE, component_page
from tests.tiers import AT_NIGHT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

MACROS = Path(__file__).parents[2] / "templates" / "macros"
_MACRO = re.compile(r"{%-? macro (\w+)\((.*?){%-? endmacro", re.DOTALL)
_CALL = re.compile(r"\b([a-z]\w*)[(,]")
PARTS_OF_A_PAGE = {
    *("introduction.html", "live.html", "move_form.html", "moving.html", "play.html", "steps.html", "table_board.html"),
    *(
        "animal_drawings",
        "drawings",
        "icon",
        "beyond",
        "language_buttons",
        "sign_out",
        "theme_button",
    ),  # a header, or not a component by itself
    *("hidden", "title", "password_form", "no_password", "around"),  # a page's form
    *("board", "board_changes", "picture_changes", "row_of_buttons", "row_of_pictures", "space_button", "peeking"),
    *(
        "others",
        "team_colors",
        "announcer",
        "announcements",
        "announced",
        "asked",
        "form",
        "ticket_pad",
        "warm_up",
        "players",
        "player_row",
        "log",
        "piles",
    ),
    *(
        "pile",
        "pile_changes",
        "changed_pile",
        "cards_left",
        "turn",
        "turn_time",
        "games_end",
        "teams",
        "result",
        "sides",
    ),
    *("mini", "tiles", "labels", "sketch", "sketches", "table_sketch", "sequence_sign"),  # a game
    *(
        "fact_grid",
        "fact_thumbnail",
        "fact_words",
        "spread",
        "day_columns",
        "rate_dots",
        "trend_chart",
    ),  # a class's report
}
"""Files and macros that need a whole page: the gallery shows them."""
MODES: dict[str, dict[str, str]] = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "high contrast": {"forced_colors": "active"},
    "paper": {"media": "print", "forced_colors": "none", "color_scheme": "light"},
}
UNSEEN_SIGNS = """() => [...document.querySelectorAll(".slot-sign")].filter((sign) =>
    getComputedStyle(sign).backgroundColor === getComputedStyle(sign.querySelector("svg")).stroke).length"""


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The component page."""
    with hosted_app(instance_path=tmp_path_factory.mktemp("components")) as app:
        return component_page(app)


@pytest.fixture(scope="module")
def page(browser: Browser, written: str) -> Iterator[Page]:
    """A window that shows it, for tests that only look at its styles."""
    one = browser.new_page()
    one.set_content(written)
    yield one
    one.close()


def test_the_component_page_has_no_faults_in_any_mode(browser: Browser, written: str) -> None:
    page = browser.new_page(viewport={"width": 1366, "height": 600}, reduced_motion="reduce")
    page.set_content(written)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    faults: list[str] = []
    for name, media in MODES.items():
        page.emulate_media(**media)  # type: ignore[arg-type]
        if name in {"light", "paper"} or AT_NIGHT:  # test_every_page.py checks pages in the others
            found = page.evaluate(RUN_AXE, ALL_RULES if name == "light" else COLOR_RULES)
            faults += [f"{name}: {fault}" for fault in found["violations"]]
        if page.evaluate(UNSEEN_SIGNS):
            faults.append(f"{name}: a sign has the color of its disc")
    page.emulate_media(media="screen")
    for width in (683, 320):
        page.set_viewport_size({"width": width, "height": 600})
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            faults.append(f"{width} px: scrolls sideways")
    page.close()
    assert not faults, "\n".join(faults)


def test_every_component_is_on_the_page() -> None:
    bodies: dict[str, str] = {}
    for path in MACROS.glob("*.html"):
        if path.name not in PARTS_OF_A_PAGE:
            bodies.update(_MACRO.findall(path.read_text(encoding="utf-8")))
    shown: set[str] = set()
    to_read = [TEMPLATE.read_text(encoding="utf-8").partition("<!doctype")[2]]
    while to_read:
        found = set(_CALL.findall(to_read.pop())) & bodies.keys() - shown
        shown |= found
        to_read += [bodies[name] for name in found]
    missing = {name for name in bodies if not name.startswith("_")} - shown - PARTS_OF_A_PAGE
    assert not missing, f"show these in tests/pictures/components.html: {sorted(missing)}"
    assert len(shown) > 40


def _look(page: Page, selector: str) -> dict[str, str]:
    """Return the computed style of the first element."""
    return page.locator(selector).first.evaluate("(one) => ({ ...getComputedStyle(one) })")  # type: ignore[no-any-return]


@pytest.mark.nightly
def test_boxes_to_tick_look_like_fields(page: Page) -> None:
    empty = [f".form [type={kind}]:not(:checked)" for kind in ("checkbox", "radio")]
    for name, media in MODES.items():
        page.emulate_media(**media)  # type: ignore[arg-type]
        is_drawn = name in {"light", "dark"}
        field = _look(page, ".form [type=text]")
        for box in empty:
            look = _look(page, box)
            assert look["appearance"] == ("none" if is_drawn else "auto"), name
            for part in ("backgroundColor", "borderTopColor", "borderTopWidth"):
                assert look[part] == field[part] or not is_drawn, f"{name}: {part} of {box}"


@pytest.mark.nightly
def test_a_main_button_has_a_foot(page: Page) -> None:
    for name in ("light", "dark"):
        page.emulate_media(**MODES[name])  # type: ignore[arg-type]
        button = _look(page, ".button-main")
        assert button["borderBottomColor"] != button["backgroundColor"], name


@pytest.mark.nightly
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_table_fades_where_it_goes_on(
    browser: Browser, written: str, motion: Literal["no-preference", "reduce"]
) -> None:
    page = browser.new_page(viewport={"width": 320, "height": 600}, reduced_motion=motion)
    page.set_content(written)
    box = page.locator(".table-box")
    fade = "(box) => Number(getComputedStyle(box).getPropertyValue('--beyond'))"
    assert box.evaluate("(box) => box.scrollWidth > box.clientWidth + 40")
    assert box.evaluate(fade) == 1
    box.evaluate("(box) => { box.scrollLeft = box.scrollWidth; }")
    page.wait_for_function(f"() => ({fade})(document.querySelector('.table-box')) === 0")
    box.focus()
    page.keyboard.press("Home")
    assert box.evaluate("(box) => getComputedStyle(box).maskImage") == "none", "a mask would hide the outline"
    page.set_viewport_size({"width": 1366, "height": 600})
    assert box.evaluate(fade) == 0
    page.close()
