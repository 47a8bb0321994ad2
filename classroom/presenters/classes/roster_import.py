"""What an import would do, as its page shows it; and what it did."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from classroom.presenters.classes.import_rows import ShownIdConflict, ShownPart, ShownWrong, shown_parts, shown_wrong
from classroom.presenters.words import count, isolated
from classroom.services.classes.roster import MAX_STUDENTS
from classroom.services.errors import ServiceError
from classroom.services.rosters.comparing import Change
from classroom.services.rosters.drafts import Draft, row_key
from classroom.services.rosters.imports import ClassPlan, ImportPlan
from classroom.services.rosters.people import FileKind
from classroom.services.rosters.tidying import Noise
from classroom.services.rosters.undoing import UndoPreview, UndoResult, last_import_of
from classroom.services.rosters.writing import Undo

_WRONG_SHOWN = 20
_NOISE = {
    Noise.NUMBERS: "numbers",
    Noise.BULLETS: "bullets",
    Noise.TITLES: "titles",
    Noise.ADDRESSES: "email addresses",
    Noise.REMARKS: "remarks in parentheses",
    Noise.ENDS: "commas and semicolons",
}
_NAMED = 5


@dataclass(frozen=True, slots=True)
class ShownClass:
    """What happens to one class."""

    key: str
    name: str
    is_new: bool
    is_chosen: bool
    summary: str
    wrong: tuple[ShownWrong, ...]
    more_wrong: int
    id_conflicts: tuple[ShownIdConflict, ...]
    parts: tuple[ShownPart, ...]
    begins: str
    """The first day of a class that has not begun yet; else ""."""
    stays: str
    """Who of the class is not in the file."""
    refusal: str
    """Why this class cannot be imported; "" if it can."""


@dataclass(frozen=True, slots=True)
class ImportPage:
    """The page between a file and the class."""

    id: str
    seen: str
    file_name: str
    classes: tuple[ShownClass, ...]
    notes: tuple[str, ...]
    """What was read, and what was not."""
    has_columns: bool
    """Whether the teacher can choose what the columns are."""
    pasted_into: str | None
    """The class into which a text was pasted, that can be edited."""
    button: str
    """"" if there is nothing to do."""
    is_writing: bool
    """Whether the button writes; else it only looks again."""

    @property
    def is_choice(self) -> bool:
        """Whether classes are chosen."""
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
        file_name=plan.file_name,
        classes=classes,
        notes=tuple(_notes(plan)),
        has_columns=draft.source is not None,
        pasted_into=plan.class_id if draft.source and draft.source.text else None,
        button=_button(plan.classes),
        is_writing=bool(_useful(plan.classes)),
    )


def last_import(*, class_id: str, teacher_id: str) -> LastImport | None:
    """The teacher's latest import into a class, if it can be undone."""
    found = last_import_of(class_id=class_id, teacher_id=teacher_id)
    if found is None:
        return None
    kept, undo = found
    done = [
        *([f"{len(undo.added)} added"] if undo.added else []),
        *([f"{len(undo.changed)} changed"] if undo.changed else []),
        *([f"{len(undo.restored)} restored"] if undo.restored else []),
        *([f"{len(undo.archived)} archived"] if undo.archived else []),
    ]
    where = f" in {len(undo.classes)} classes" if len(undo.classes) > 1 else ""
    return LastImport(kept.id, f"{isolated(kept.file_name)}: {', '.join(done) or 'imported'}{where}.")


def done_sentence(undo: Undo) -> str:
    """What to say after an import."""
    lines = [
        *([f"{count(len(undo.added), 'student')} added"] if undo.added else []),
        *([f"{count(len(undo.changed), 'student')} changed"] if undo.changed else []),
        *([f"{count(len(undo.restored), 'student')} restored"] if undo.restored else []),
        *([f"{count(len(undo.archived), 'student')} archived"] if undo.archived else []),
    ]
    return f"{', '.join(lines)}." if lines else "No changes were needed."


def undoing_lines(preview: UndoPreview) -> list[tuple[str, str]]:
    """What undoing would do, each with everybody's name."""
    lines = (
        ("Removed, because this import added them", preview.leaving),
        ("Kept, because they have played or were renamed", preview.staying),
        ("Archived again", preview.archived),
        ("Restored", preview.restored),
        ("Set back to the earlier name, ID, group, or grade", preview.changed),
    )
    return [(f"{what} ({len(names)})", ", ".join(map(isolated, names))) for what, names in lines if names]


def undone_sentences(undone: UndoResult) -> list[tuple[str, str]]:
    """What to say after undoing: sentences with the kind of notice each is."""
    lines = [("Import undone.", "good")]
    if undone.stayed:
        lines.append(
            (
                f"Kept, because they have played or were renamed: {_listed(undone.stayed)}.",
                "info",
            )
        )
    if undone.not_renamed:
        lines.append(
            (f"Not renamed back, because another student has that name now: {_listed(undone.not_renamed)}.", "info")
        )
    return lines


def _class(
    plan: ClassPlan, picked: set[str], error_message: Callable[[ServiceError], str], *, is_guessed: bool
) -> ShownClass:
    changes = plan.changes
    parts = tuple(shown_parts(changes.rows, class_key=plan.key, with_whole_names=is_guessed))
    lines = [f"{len(part.rows)} {part.heading[0].lower()}{part.heading[1:]}" for part in parts]
    open_conflicts = sum(not conflict.is_same for conflict in changes.id_conflicts)
    wrong = [
        *([f"{len(changes.wrong)} skipped"] if changes.wrong else []),
        *([f"{open_conflicts} to decide"] if open_conflicts else []),
    ]
    return ShownClass(
        key=plan.key,
        name=plan.name,
        is_new=plan.class_id is None,
        is_chosen=plan.key in picked,
        summary=", ".join([*lines, *wrong]),
        wrong=tuple(shown_wrong(row, plan.key, error_message) for row in changes.wrong[:_WRONG_SHOWN]),
        more_wrong=max(0, len(changes.wrong) - _WRONG_SHOWN),
        id_conflicts=tuple(
            ShownIdConflict(row_key(plan.key, one.line), one.line, one.name, one.student_name, one.is_same)
            for one in changes.id_conflicts
        ),
        parts=parts,
        begins=plan.begins,
        stays=_stays(changes.untouched),
        refusal=_too_full(changes.listed_after) if changes.is_full else "",
    )


def _notes(plan: ImportPlan) -> Iterable[str]:
    file = plan.file
    people = [person for listed in file.classes for person in listed.people]
    if file.tidied:
        yield f"Removed around the names: {', '.join(_NOISE[Noise(one)] for one in file.tidied)}."
    if any(person.family for person in people):
        yield (
            "To protect privacy, the app keeps the first name and the first letter of the last name, and more letters "
            "only to tell two students apart."
        )
    if any(one.changes.brings_first_numbers for one in plan.classes):
        yield (
            "Student IDs are kept, so the next import finds the same students. If they only count the rows, don’t "
            "import that column."
        )
    if file.is_guessed:
        yield (
            "First and last names were told apart by their position. If they are mixed up, change the columns, or "
            "write names as Last, First."
        )
    if file.names_classes:
        yield "Only names, grades, IDs, and classes are read: no addresses, phone numbers, passwords, or demographics."
    if file.over:
        yield f"Skipped, because the term is over: {_listed(file.over)}."
    if file.repeated_ids:
        yield (
            f"Not used as a student ID, because different students have the same value: {_listed(file.repeated_ids)}."
        )
    if file.unread:
        yield f"Columns not imported: {', '.join(map(isolated, file.unread))}."


def _button(classes: tuple[ClassPlan, ...]) -> str:
    useful = _useful(classes)
    id_conflicts = [conflict for one in classes for conflict in one.changes.id_conflicts]
    if not useful:
        return (
            "Review my selections"
            if id_conflicts or any(row.rest for one in classes for row in one.changes.wrong)
            else ""
        )
    if len(classes) > 1:
        return "Import selected classes"
    rows = sum(row.does_something for row in useful[0].changes.rows)
    if all(row.change in {Change.ADDED, Change.UNCHANGED} for row in useful[0].changes.rows):
        return f"Import {count(rows, 'student')}"
    return f"Import {count(rows, 'change')}"


def _useful(classes: tuple[ClassPlan, ...]) -> list[ClassPlan]:
    """The classes in which something would be written."""
    return [one for one in classes if one.changes.does_something and not one.changes.is_full]


def _stays(names: tuple[str, ...]) -> str:
    if not names:
        return ""
    return f"Not in the file, and kept in the class: {_listed(names)}."


def _too_full(listed: int) -> str:
    return (
        f"The class would have {listed} students, and a class can have {MAX_STUDENTS}. Split the file into classes, or "
        "import part of it."
    )


def _listed(names: Iterable[str]) -> str:
    names = list(names)
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(map(isolated, names[:_NAMED])) + more
