"""Creating and editing a deck."""

from __future__ import annotations

from flask import current_app, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import RadioField, SelectField, SelectMultipleField, StringField, TextAreaField
from wtforms.fields.choices import SelectChoice  # type: ignore[attr-defined]  # newer than its stubs
from wtforms.validators import DataRequired

from classroom.blueprints.decks import blueprint
from classroom.i18n import _, lazy_gettext, ngettext
from classroom.i18n.engine_texts import SKILL_TITLES
from classroom.models import Deck, DeckKind, SessionState
from classroom.presenters.decks.listing import deck_title
from classroom.presenters.decks.preview import DeckPreview, preview_of
from classroom.presenters.decks.skills import shown_grades
from classroom.presenters.words import isolated
from classroom.services.decks import keeping
from classroom.services.decks.content import (
    LARGEST_NUMBERS,
    OF_TABLES,
    STEPS,
    TABLES,
    Content,
    SkillChoice,
    WrittenCards,
    visible,
)
from classroom.services.decks.keeping import MAX_TITLE
from classroom.services.errors import ServiceError
from classroom.services.open_sessions import sessions_with_deck
from classroom.web.access import own_deck_or_404
from classroom.web.body_limits import FILE_BYTES, takes_up_to
from classroom.web.forms import Form
from classroom.web.identity import current_teacher_id
from classroom.web.refusals import Refusal
from engine.deck_making import grade_deck
from engine.equations import GRADES, SKILLS, skills_of_grade

_ANY = "any"
_NOT_OFFERED = lazy_gettext("Choose one of the options.")


class DeckForm(Form):
    refused_at = "title"
    title = StringField(
        lazy_gettext("Title"),
        [DataRequired(lazy_gettext("Enter a title for the deck."))],
        description=lazy_gettext(
            "For example, Doubles and halves. Up to %(longest)s characters.", longest=str(MAX_TITLE)
        ),
        render_kw={"dir": "auto", "autocomplete": "off"},
    )

    def content(self) -> Content:
        """Return the chosen or typed content of a valid form."""
        raise NotImplementedError


class CardsForm(DeckForm):
    """A deck of cards that a teacher types."""

    cards = TextAreaField(
        lazy_gettext("Cards, one on each line"),
        [DataRequired(lazy_gettext("Type at least one card."))],
        filters=[lambda typed: visible(typed or "")],
        description=lazy_gettext(
            "For example, 7 + 5, ½ of 24, 6 × ? = 48, double 9 = 18. "
            "After words, type a semicolon and the answer: legs of 6 dogs; 24. "
            "You can also paste two columns from a spreadsheet: equation and answer."
        ),
        # Keep line breaks, so that lines can be counted.
        render_kw={"rows": 16, "wrap": "off", "spellcheck": "false", "autocomplete": "off", "dir": "auto"},
    )

    def content(self) -> WrittenCards:
        return WrittenCards(self.text("cards"))


class SkillsForm(DeckForm):
    skills = SelectMultipleField(
        lazy_gettext("Skills"), choices=[SelectChoice(key, title) for key, title in SKILL_TITLES.items()]
    )
    largest = SelectField(
        lazy_gettext("Largest number"),
        [DataRequired(_NOT_OFFERED)],
        choices=[
            SelectChoice(_ANY, lazy_gettext("No limit")),
            *(
                SelectChoice(str(number), lazy_gettext("Up to %(number)s", number=str(number)))
                for number in LARGEST_NUMBERS
            ),
        ],
        default=_ANY,
        description=lazy_gettext("The limit for each number on a card and for its answer."),
    )
    tables = SelectMultipleField(
        lazy_gettext("Times tables"),
        choices={str(table): str(table) for table in TABLES},
        description=lazy_gettext("For times table skills, including division. Select none to use all tables."),
    )
    hardest = RadioField(
        lazy_gettext("Steps within a skill"),
        choices=[
            SelectChoice(str(STEPS[0]), lazy_gettext("First step only (easiest)")),
            SelectChoice(str(STEPS[1]), lazy_gettext("First and second steps")),
            SelectChoice(str(STEPS[2]), lazy_gettext("All steps")),
        ],
        default=str(STEPS[-1]),
        description=lazy_gettext("Some skills have steps. For example, step 3 of regrouping has zeros."),
    )

    @classmethod
    def showing(cls, title: str = "", choice: SkillChoice | None = None) -> SkillsForm:
        """Return the form as submitted or, when it is opened, with this choice."""
        choice = choice or SkillChoice(())
        return cls(
            title=title,
            skills=list(choice.skills),
            largest=str(choice.largest or _ANY),
            tables=[str(table) for table in choice.tables],
            hardest=str(choice.hardest),
        )

    def content(self) -> SkillChoice:
        chosen, largest = set(self.skills.data or ()), self.text("largest")
        return SkillChoice(
            skills=tuple(key for key in SKILLS if key in chosen),
            largest=None if largest == _ANY else int(largest),
            tables=tuple(sorted(map(int, self.tables.data or ()))),
            hardest=int(self.text("hardest")),
        )


_GRADES = {str(grade): grade for grade in GRADES}


@blueprint.form("/decks/new/<any(skills, cards):kind>")
@takes_up_to(FILE_BYTES)  # a deck from a file is edited here, too
def new(kind: str) -> ResponseReturnValue:
    """Create a deck; with ``?grade=3``, start from the skills of that grade."""
    form = CardsForm() if kind == DeckKind.CARDS else _proposed(_GRADES.get(request.args.get("grade", "")))
    if _is_to_be_saved(form):
        deck = keeping.create_deck(teacher_id=current_teacher_id(), title=form.text("title"), content=form.content())
        return saved(deck)
    return _page(form, kind, None)


@blueprint.form("/decks/<deck_id>/edit")
@takes_up_to(FILE_BYTES)
def edit(deck_id: str) -> ResponseReturnValue:
    deck = own_deck_or_404(deck_id)
    form = _filled(deck.title, keeping.content_of(deck))
    if _is_to_be_saved(form):
        keeping.change_deck(deck_id=deck_id, title=form.text("title"), content=form.content())
        answer = saved(deck)
        mention_sessions(deck_id)
        return answer
    return _page(form, deck.kind, deck)


def mention_sessions(deck_id: str) -> None:
    """Name the classes whose open session keeps the deck as it was before the change."""
    for one in sessions_with_deck(teacher_id=current_teacher_id(), deck_id=deck_id):
        name = isolated(one.school_class.name)
        if one.state == SessionState.LOBBY:
            text = _(
                "The open session of %(school_class)s keeps the earlier version. "
                "To use this one, choose “Change settings” in its lobby, and save.",
                school_class=name,
            )
        else:
            text = _("The open session of %(school_class)s keeps the earlier version.", school_class=name)
        flash(text)


def _proposed(grade: int | None) -> SkillsForm:
    if grade is None:
        return SkillsForm.showing()
    return SkillsForm.showing(deck_title(grade_deck(grade)), SkillChoice(skills_of_grade(grade)))


def _filled(title: str, content: Content) -> DeckForm:
    if isinstance(content, WrittenCards):
        return CardsForm(title=title, cards=content.text)
    return SkillsForm.showing(title, content)


def _is_to_be_saved(form: DeckForm) -> bool:
    """Return whether the form was submitted to save the deck rather than to preview it."""
    is_valid: bool = form.validate_on_submit()
    return is_valid and "check" not in request.form


def saved(deck: Deck) -> ResponseReturnValue:
    """Go to the saved deck, and say how many of its lines are not cards."""
    content = keeping.content_of(deck)
    wrong = sum(line.card is None for line in content.lines) if isinstance(content, WrittenCards) else 0
    if wrong:
        flash(
            ngettext(
                "Deck saved. %(num)d line is not a card yet: see “Lines to fix” below.",
                "Deck saved. %(num)d lines are not cards yet: see “Lines to fix” below.",
                wrong,
            )
        )
    else:
        flash(_("Deck saved."), "good")
    return redirect(url_for("decks.show", deck_id=deck.id), 303)


def _preview(form: DeckForm) -> DeckPreview | None:
    """Preview the form's deck; if it is not valid, the form says why."""
    try:
        content = form.content()
        content.check()
        return preview_of(content)
    except ServiceError as error:
        form.refuse(Refusal(error))
        return None


def _page(form: DeckForm, kind: str, deck: Deck | None) -> ResponseReturnValue:
    preview = None
    if (form.is_submitted() or deck is not None) and form.errors.keys() <= {"title"}:
        preview = _preview(form)
    grades = shown_grades(current_app.config["CURRICULUM"])
    return render_template(
        f"decks/edit_{kind}.html", form=form, deck=deck, preview=preview, grades=grades, of_tables=OF_TABLES
    ), form.status
