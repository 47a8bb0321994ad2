"""Texts about decks, and about lines that make no card."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classroom.presenters.decks.line_errors import _MESSAGES, line_errors
from classroom.presenters.decks.listing import boards_text, built_in_tile, size_text
from classroom.presenters.decks.paper import BoardPages, PaperOptions, paper_of
from classroom.presenters.decks.preview import preview_of, preview_of_built_in
from classroom.presenters.decks.skills import shown_grades
from classroom.services.decks.content import SkillChoice, WrittenCards, playable, visible
from engine import BUILT_IN_DECKS, Deck, Layout
from engine.deck_making import grade_deck
from engine.equations import GRADES, SKILLS
from engine.equations.reading import CardProblem
from tests.engine.equations.evaluator import is_answer
from tests.engine.equations.reading.test_cards import BAD
from tests.factories.decks import SIXTEEN_CARDS

PLACEHOLDER = re.compile(r"%\([a-z]+\)|%%")
SAYS_WHAT_TO_DO = re.compile(r"\b(?:[Tt]ype|Add|Delete|Correct|Keep|Move)\b.*\.$")


def said_of(text: str) -> list[tuple[int, str]]:
    """Return line numbers and messages."""
    return [(one.number, one.sentence) for one in preview_of(WrittenCards(text)).line_errors]


@pytest.mark.parametrize("line", [line for line in BAD if line], ids=lambda line: repr(line[:20]))
def test_every_invalid_line_gets_a_complete_sentence(line: str) -> None:
    (one,) = line_errors(WrittenCards(line).lines, line)
    assert one.number == 1
    assert one.sentence.endswith(".")
    assert SAYS_WHAT_TO_DO.search(one.suggestion)
    assert not PLACEHOLDER.search(one.sentence + one.suggestion)
    assert len(one.text) <= 61
    assert one.text.isprintable()


def test_every_problem_has_its_sentence() -> None:
    assert set(_MESSAGES) == set(CardProblem)


@given(line=st.text(min_size=1, max_size=70) | st.text(alphabet="0123456789+-−×x*/:=().,;%?_½ \t'", max_size=24))
def test_any_line_is_a_card_or_gets_a_message(line: str) -> None:
    content = WrittenCards(visible(line))
    errors = line_errors(content.lines, content.text)
    assert len(errors) + len(content.cards) == len(content.lines)
    for one in errors:
        assert one.sentence
        assert SAYS_WHAT_TO_DO.search(one.suggestion), one
        assert not PLACEHOLDER.search(one.suggestion)


def test_each_line_has_its_number() -> None:
    assert said_of("7 + 5\n\n7 + 5 = 13\nlegs\t8\nlegs; 9\n5+7\n7+5") == [
        (3, "“7 + 5” equals 12, not 13."),
        (5, "Line 4 has the same equation with a different answer: 8 there, 9 here."),
        (7, "Line 1 already has this card."),
    ]


@pytest.mark.parametrize("line", ["abc\u202edef; 5", "7 \u00ad+ 5", "\N{REPLACEMENT CHARACTER} + 5", "a\x07b; 5"])
def test_invisible_characters_are_reported(line: str) -> None:
    assert said_of(line) == [(1, "This line has an invisible or damaged character.")]


def test_a_long_text_is_read_quickly_and_the_list_is_limited() -> None:
    text = "\n".join(["9" * 10_000 + "^10000", *["(" * 50 + "1"] * 200, *["7 + 5"] * 5_000])
    began = time.thread_time()
    preview = preview_of(WrittenCards(text))
    assert time.thread_time() - began < 5  # seconds; it takes about a tenth of one
    assert (len(preview.line_errors), preview.more_errors) == (30, 501 - 1 - 30)


def test_a_preview_shows_filled_boards_and_missing_answers() -> None:
    preview = preview_of(WrittenCards(SIXTEEN_CARDS))
    assert [(size.needed, size.board is not None) for size in preview.sizes] == [
        (16, True),
        (30, False),
        (48, False),
    ]
    assert preview.missing == f"The {size_text('8x8')} board needs 14 more answers."
    assert preview.advice == "Add cards with other answers."
    assert preview.lone.startswith("10, 12, 14")
    assert preview.facts == "16 cards, 16 answers"
    (board,) = preview.filled
    assert board.board is not None
    assert sorted(space.label for row in board.board.rows for space in row if space.label) == sorted(
        2 * [str(2 * number) for number in range(5, 21)]
    )


def test_one_answer_is_missing_and_no_board_filled() -> None:
    preview = preview_of(WrittenCards("\n".join(SIXTEEN_CARDS.splitlines()[1:])))
    assert preview.filled == ()
    assert preview.missing == f"The {size_text('6x6')} board needs 1 more answer."
    assert boards_text(()) == "Doesn’t fill a board yet."


def test_answers_with_one_card_are_listed() -> None:
    doubled = "\n".join(f"{line.split()[0]} × 2" for line in SIXTEEN_CARDS.splitlines())
    assert preview_of(WrittenCards(f"{SIXTEEN_CARDS}\n{doubled}")).lone == ""
    but_one = "\n".join(doubled.splitlines()[1:])
    assert preview_of(WrittenCards(f"{SIXTEEN_CARDS}\n{but_one}")).lone.startswith("10 has only one card.")
    but_two = "\n".join(doubled.splitlines()[2:])
    assert preview_of(WrittenCards(f"{SIXTEEN_CARDS}\n{but_two}")).lone.startswith("10 and 12 have only one card each.")


def test_every_typed_card_is_shown_and_two_for_each_answer_of_skills() -> None:
    written = preview_of(WrittenCards("\n".join(f"{a} + {12 - a}" for a in range(1, 12))))
    assert [(one.answer, len(one.faces), one.more) for one in written.answers] == [("12", 11, 0)]
    skills = preview_of(SkillChoice(("mul-tables", "div-tables")))
    assert all(len(one.faces) <= 2 for one in skills.answers)
    assert sum(len(one.faces) + one.more for one in skills.answers) == 162
    assert all(is_answer(face, int(one.answer)) for one in skills.answers for face in one.faces)


def test_skills_that_would_fill_the_next_board_are_listed() -> None:
    preview = preview_of(SkillChoice(("add-10",), largest=100))
    named = [skill for skill in SKILLS.values() if skill.title in preview.advice]
    assert len(named) == 3
    for skill in named:
        helped = preview_of(SkillChoice(("add-10", skill.key), largest=100))
        assert helped.filled, skill.title


def test_a_deck_of_every_skill_misses_nothing() -> None:
    preview = preview_of(SkillChoice(tuple(SKILLS)))
    assert (preview.missing, len(preview.filled)) == ("", 3)


def test_built_in_decks_have_a_preview() -> None:
    preview = preview_of_built_in(grade_deck(5))
    assert (len(preview.filled), preview.missing, preview.lone) == (3, "", "")


def test_every_skill_has_an_example() -> None:
    shown = [skill for grade in shown_grades("common-core") for skill in grade.skills]
    assert [skill.key for skill in shown] == list(SKILLS)
    assert len({skill.example for skill in shown}) == len(SKILLS)
    assert [skill.codes for skill in shown if skill.key in {"fraction-of", "mul-11-12"}] == ["", "4.NF.B.4, 5.NF.B.4"]


def test_paper_has_every_card_of_a_game_without_answers() -> None:
    deck = playable(SkillChoice(("mul-tables",)))
    paper = paper_of(deck, PaperOptions("8x8", with_answers=True))
    cards = [card for sheet in paper.sheets for card in sheet]
    assert len(cards) == 2 * 30 + 4
    assert [len(sheet) for sheet in paper.sheets] == [15, 15, 15, 15, 4]
    assert [sum(card.kind == kind for card in cards) for kind in ("wild", "remove", "match")] == [2, 2, 60]
    assert sorted(face for _, faces in paper.answers for face in faces) == sorted(
        card.face for card in cards if card.kind == "match"
    )
    assert all(is_answer(face, int(answer)) for answer, faces in paper.answers for face in faces)


def test_the_same_deal_gives_the_same_paper() -> None:
    deck = grade_deck(4)
    assert paper_of(deck, PaperOptions("10x10", deal=7)) == paper_of(deck, PaperOptions("10x10", deal=7))
    assert paper_of(deck, PaperOptions("10x10", deal=7)).sheets != paper_of(deck, PaperOptions("10x10", deal=8)).sheets


@pytest.mark.parametrize("size", ["6x6", "8x8", "10x10"])
@pytest.mark.parametrize("layout", Layout)
def test_the_board_fits_on_four_pages(size: str, layout: Layout) -> None:
    deck = grade_deck(4)
    (whole,) = paper_of(deck, PaperOptions(size, layout=layout)).boards
    top_left, top_right, bottom_left, bottom_right = paper_of(
        deck, PaperOptions(size, layout=layout, board=BoardPages.FOUR)
    ).boards
    top = [left + right for left, right in zip(top_left.rows, top_right.rows, strict=True)]
    bottom = [left + right for left, right in zip(bottom_left.rows, bottom_right.rows, strict=True)]
    assert tuple(top + bottom) == whole.rows
    assert top_left.rows[0][0] == bottom_right.rows[-1][-1] == ""
    assert (whole.across, top_left.across) == (int(size.partition("x")[0]), int(size.partition("x")[0]) // 2)
    assert paper_of(deck, PaperOptions(size, board=BoardPages.NONE)).boards == ()


@pytest.mark.parametrize("deck", [*BUILT_IN_DECKS.values(), *map(grade_deck, GRADES)], ids=lambda deck: deck.key)
def test_a_built_in_deck_is_pictured_by_short_cards_that_differ(deck: Deck) -> None:
    samples = built_in_tile(deck).samples
    assert len(set(samples)) == 3
    assert all(len(card) <= 14 for card in samples)
