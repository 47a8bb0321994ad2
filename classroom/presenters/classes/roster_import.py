"""The preview of an import, and its result."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from classroom.i18n import _, lazy_gettext, ngettext
from classroom.presenters.classes.import_rows import (
    NOT_STUDENTS,
    ShownIdConflict,
    ShownPart,
    ShownWrong,
    file_label,
    shown_parts,
    shown_wrong,
)
from classroom.presenters.words import facts_text, isolated
from classroom.services.classes.roster import MAX_STUDENTS
from classroom.services.errors import ServiceError
from classroom.services.rosters.comparing import Change
from classroom.services.rosters.drafts import Draft, row_key
from classroom.services.rosters.imports import ClassPlan, ImportPlan
from classroom.services.rosters.lists.tidying import Noise
from classroom.services.rosters.people import FileKind, WrongRow
from classroom.services.rosters.undoing import UndoPreview, UndoResult, last_import_of
from classroom.services.rosters.writing import Undo

_WRONG_SHOWN = 20
_LONGEST_TEXT = 40
_NOISE = {
    Noise.NUMBERS: lazy_gettext("numbers"),
    Noise.BULLETS: lazy_gettext("bullets"),
    Noise.TITLES: lazy_gettext("titles"),
    Noise.ADDRESSES: lazy_gettext("email addresses"),
    Noise.REMARKS: lazy_gettext("remarks in parentheses"),
    Noise.ENDS: lazy_gettext("commas and semicolons"),
}
_NAMED = 5


@dataclass(frozen=True, slots=True)
class ShownSkipped:
    """Skipped rows. Of many, only the first."""

    rows: tuple[ShownWrong, ...]
    number: int
    texts: str
    """The first few different texts."""

    @property
    def more(self) -> int:
        """Return the number of rows that are not shown."""
        return self.number - len(self.rows)


@dataclass(frozen=True, slots=True)
class ShownClass:
    key: str
    name: str
    is_new: bool
    is_chosen: bool
    summary: str
    wrong: ShownSkipped
    """Rows that the teacher may want to correct."""
    others: ShownSkipped
    """Rows that are probably not students."""
    id_conflicts: tuple[ShownIdConflict, ...]
    parts: tuple[ShownPart, ...]
    begins: str
    """The first day of a class that has not started yet; otherwise ""."""
    stays: str
    """A sentence about students of the class who are not in the file."""
    refusal: str
    """Why this class can't be imported; "" if it can."""

    @property
    def is_one_list(self) -> bool:
        """Return whether the summary says all that the heading of the only list would say again."""
        return len(self.parts) == 1 and not (
            self.parts[0].text or self.wrong.rows or self.others.rows or self.id_conflicts
        )


@dataclass(frozen=True, slots=True)
class ImportPage:
    id: str
    seen: str
    file_name: str
    classes: tuple[ShownClass, ...]
    notes: tuple[str, ...]
    """What was read and skipped."""
    has_columns: bool
    """Whether the teacher can choose the roles of columns."""
    pasted_into: str | None
    """The class with the pasted text, which can be edited."""
    button: str
    """The text of the button; "" if there is nothing to do."""
    is_writing: bool
    """Whether the button imports rather than previews again."""

    @property
    def is_choice(self) -> bool:
        """Return whether classes can be selected."""
        return len(self.classes) > 1


@dataclass(frozen=True, slots=True)
class LastImport:
    """An import that can be undone."""

    id: str
    text: str


def import_page(
    plan: ImportPlan, draft: Draft, *, error_message: Callable[[ServiceError], str], chosen: Iterable[str] | None
) -> ImportPage:
    """Build the preview of an import.

    :param chosen: the keys of the selected classes; None on the first visit, when existing classes are selected, and
        all classes into which the teacher split a table.
    """
    is_split = plan.file.kind is FileKind.TABLE
    first = [one.key for one in plan.classes if is_split or one.class_id is not None]
    picked = set((first or [one.key for one in plan.classes[:1]]) if chosen is None else chosen)
    classes = tuple(_class(one, picked, error_message, is_guessed=plan.file.is_guessed) for one in plan.classes)
    return ImportPage(
        id=plan.import_id,
        seen=plan.seen,
        file_name=file_label(plan.file_name),
        classes=classes,
        notes=tuple(_notes(plan)),
        has_columns=draft.source is not None,
        pasted_into=plan.class_id if draft.source and draft.source.text else None,
        button=_button(plan.classes),
        is_writing=bool(_useful(plan.classes)),
    )


def last_import(*, class_id: str, teacher_id: str) -> LastImport | None:
    """Return the teacher's latest import into a class, if it can be undone."""
    found = last_import_of(class_id=class_id, teacher_id=teacher_id)
    if found is None:
        return None
    kept, undo = found
    file = isolated(file_label(kept.file_name))
    changes = facts_text(_done(undo)) or _("imported")
    if len(undo.classes) <= 1:
        return LastImport(kept.id, _("%(file)s: %(changes)s.", file=file, changes=changes))
    text = ngettext(
        "%(file)s: %(changes)s in %(num)d class.",
        "%(file)s: %(changes)s in %(num)d classes.",
        len(undo.classes),
        file=file,
        changes=changes,
    )
    return LastImport(kept.id, text)


def _done(undo: Undo) -> list[str]:
    counted = (
        (undo.added, ngettext("%(num)d added", "%(num)d added", len(undo.added))),
        (undo.changed, ngettext("%(num)d changed", "%(num)d changed", len(undo.changed))),
        (undo.restored, ngettext("%(num)d restored", "%(num)d restored", len(undo.restored))),
        (undo.archived, ngettext("%(num)d archived", "%(num)d archived", len(undo.archived))),
    )
    return [text for students, text in counted if students]


def done_sentence(undo: Undo) -> str:
    """Return the message after an import."""
    counted = (
        (undo.added, ngettext("%(num)d student added", "%(num)d students added", len(undo.added))),
        (undo.changed, ngettext("%(num)d student changed", "%(num)d students changed", len(undo.changed))),
        (undo.restored, ngettext("%(num)d student restored", "%(num)d students restored", len(undo.restored))),
        (undo.archived, ngettext("%(num)d student archived", "%(num)d students archived", len(undo.archived))),
    )
    lines = [text for students, text in counted if students]
    if not lines:
        return _("No changes were needed.")
    return _("Import saved: %(changes)s.", changes=facts_text(lines))


def undoing_lines(preview: UndoPreview) -> list[tuple[str, str]]:
    """List what undoing would do, one line per kind, with all names."""
    lines = (
        (_("Removed, because this import added them"), preview.leaving),
        (_("Kept, because they have played or were renamed"), preview.staying),
        (_("Archived again"), preview.archived),
        (_("Restored"), preview.restored),
        (_("Changed back to the earlier name, ID, group, or grade"), preview.changed),
    )
    return [
        (_("%(change)s (%(number)s)", change=change, number=len(names)), facts_text(map(isolated, names)))
        for change, names in lines
        if names
    ]


def undone_sentences(undone: UndoResult) -> list[tuple[str, str]]:
    """Return the messages after undoing, each with its kind of notice."""
    lines = [(_("Import undone."), "good")]
    if undone.stayed:
        text = _("Kept, because they have played or were renamed: %(students)s.", students=_listed(undone.stayed))
        lines.append((text, "info"))
    if undone.not_renamed:
        text = _(
            "Not renamed back, because another student has that name now: %(students)s.",
            students=_listed(undone.not_renamed),
        )
        lines.append((text, "info"))
    return lines


def _class(
    plan: ClassPlan, picked: set[str], error_message: Callable[[ServiceError], str], *, is_guessed: bool
) -> ShownClass:
    changes = plan.changes
    parts = tuple(shown_parts(changes.rows, class_key=plan.key, with_whole_names=is_guessed))
    open_conflicts = sum(not conflict.is_same for conflict in changes.id_conflicts)
    counted = [
        (len(changes.wrong), ngettext("%(num)d skipped", "%(num)d skipped", len(changes.wrong))),
        (open_conflicts, ngettext("%(num)d to decide", "%(num)d to decide", open_conflicts)),
    ]
    return ShownClass(
        key=plan.key,
        name=plan.name,
        is_new=plan.class_id is None,
        is_chosen=plan.key in picked,
        summary=facts_text([*(part.counted for part in parts), *(text for number, text in counted if number)]),
        wrong=_skipped(plan, error_message, lambda row: row.code not in NOT_STUDENTS),
        others=_skipped(plan, error_message, lambda row: row.code in NOT_STUDENTS),
        id_conflicts=tuple(
            ShownIdConflict(row_key(plan.key, one.line), one.line, one.name, one.student_name, one.is_same)
            for one in changes.id_conflicts
        ),
        parts=parts,
        begins=plan.begins,
        stays=_stays(changes.untouched),
        refusal=_too_full(changes.listed_after) if changes.is_full else "",
    )


def _skipped(
    plan: ClassPlan, error_message: Callable[[ServiceError], str], is_meant: Callable[[WrongRow], bool]
) -> ShownSkipped:
    rows = [row for row in plan.changes.wrong if is_meant(row)]
    shown = tuple(shown_wrong(row, plan.key, error_message) for row in rows[:_WRONG_SHOWN])
    return ShownSkipped(shown, len(rows), _listed(dict.fromkeys(row.text[:_LONGEST_TEXT] for row in rows)))


def _notes(plan: ImportPlan) -> Iterable[str]:
    file = plan.file
    people = [person for listed in file.classes for person in listed.people]
    if file.tidied:
        noise = facts_text(str(_NOISE[Noise(one)]) for one in file.tidied)
        yield _("Removed around the names: %(things)s.", things=noise)
    if any(person.family for person in people):
        yield _(
            "To protect privacy, the app keeps the first name and the first letter of the last name. It keeps more "
            "letters only to tell two students apart."
        )
    if any(one.changes.brings_first_numbers for one in plan.classes):
        yield _(
            "Student IDs are kept, so the next import finds the same students. If they only count the rows, don’t "
            "import that column."
        )
    if file.is_guessed:
        yield _(
            "First and last names were identified by their position. If they are mixed up, change the "
            "columns, or write names as Last, First."
        )
    if file.may_be_pairs:
        yield _(
            "A line of names between commas can be read in two ways. If these students are wrong, write each one on a "
            "line."
        )
    if file.names_classes:
        yield _(
            "Only names, grades, IDs, and classes are read: no addresses, phone numbers, passwords, or demographics."
        )
    if file.over:
        yield _("Skipped, because the term is over: %(classes)s.", classes=_listed(file.over))
    if file.repeated_ids:
        yield _(
            "Not used as a student ID, because different students have the same value: %(columns)s.",
            columns=_listed(file.repeated_ids),
        )
    if file.unread:
        yield _("Columns not imported: %(columns)s.", columns=facts_text(map(isolated, file.unread)))


def _button(classes: tuple[ClassPlan, ...]) -> str:
    useful = _useful(classes)
    id_conflicts = [conflict for one in classes for conflict in one.changes.id_conflicts]
    if not useful:
        is_open = id_conflicts or any(row.rest for one in classes for row in one.changes.wrong)
        return _("Review my selections") if is_open else ""
    if len(classes) > 1:
        return _("Import selected classes")
    rows = sum(row.does_something for row in useful[0].changes.rows)
    if all(row.change in {Change.ADDED, Change.UNCHANGED} for row in useful[0].changes.rows):
        return ngettext("Import %(num)d student", "Import %(num)d students", rows)
    return ngettext("Import %(num)d change", "Import %(num)d changes", rows)


def _useful(classes: tuple[ClassPlan, ...]) -> list[ClassPlan]:
    """Return the classes with changes."""
    return [one for one in classes if one.changes.does_something and not one.changes.is_full]


def _stays(names: tuple[str, ...]) -> str:
    if not names:
        return ""
    return _("Not on this list, and kept in the class: %(students)s.", students=_listed(names))


def _too_full(listed: int) -> str:
    return _(
        "The class would have %(students)s students, and a class can have %(max)s. Split the file into classes, or "
        "import part of it.",
        students=listed,
        max=MAX_STUDENTS,
    )


def _listed(names: Iterable[str]) -> str:
    names = list(names)
    shown, more = facts_text(map(isolated, names[:_NAMED])), len(names) - _NAMED
    if more <= 0:
        return shown
    return ngettext("%(names)s, and %(num)d more", "%(names)s, and %(num)d more", more, names=shown)
