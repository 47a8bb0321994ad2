"""What an import would do, as its page shows it; and what it did."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from classroom.presenters.classes.import_rows import ShownDoubt, ShownPart, ShownWrong, shown_parts, shown_wrong
from classroom.presenters.words import count, isolated
from classroom.services.classes.roster import MAX_STUDENTS
from classroom.services.problems import ProblemError
from classroom.services.rosters.imports import row_key
from classroom.services.rosters.tidying import Litter
from classroom.services.rosters.undoing import last_import_of

if TYPE_CHECKING:
    from classroom.services.rosters.imports import ClassPlan, ImportPlan
    from classroom.services.rosters.undoing import Prospect, Undone
    from classroom.services.rosters.writing import Undo

_WRONG_SHOWN = 20
_LITTER = {
    Litter.NUMBERS: "numbers",
    Litter.BULLETS: "bullets",
    Litter.TITLES: "titles",
    Litter.ADDRESSES: "e-mail addresses",
    Litter.REMARKS: "remarks in brackets",
    Litter.ENDS: "commas and semicolons",
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
    doubts: tuple[ShownDoubt, ...]
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
    plan: ImportPlan, *, sentence_of: Callable[[ProblemError], str], chosen: Iterable[str] | None
) -> ImportPage:
    """The page of an import.

    :param chosen: the keys of the classes that were chosen; None while nobody has chosen yet.
    """
    first = [one.key for one in plan.classes if one.class_id is not None] or [one.key for one in plan.classes[:1]]
    picked = set(first if chosen is None else chosen)
    classes = tuple(_class(one, picked, sentence_of, is_guessed=plan.file.is_guessed) for one in plan.classes)
    return ImportPage(
        id=plan.import_id,
        seen=plan.seen,
        file_name=plan.file_name,
        classes=classes,
        notes=tuple(_notes(plan)),
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
        *([f"{len(undo.restored)} back again"] if undo.restored else []),
        *([f"{len(undo.archived)} archived"] if undo.archived else []),
    ]
    where = f" in {len(undo.classes)} classes" if len(undo.classes) > 1 else ""
    return LastImport(kept.id, f"{isolated(kept.file_name)}: {', '.join(done) or 'imported'}{where}.")


def done_sentence(undo: Undo) -> str:
    """What to say after an import."""
    said = [
        *([f"{count(len(undo.added), 'student')} added"] if undo.added else []),
        *([f"{count(len(undo.changed), 'student')} changed"] if undo.changed else []),
        *([f"{count(len(undo.restored), 'student')} back again"] if undo.restored else []),
        *([f"{count(len(undo.archived), 'student')} archived"] if undo.archived else []),
    ]
    return f"{', '.join(said)}." if said else "Nothing had to be changed."


def undoing_lines(prospect: Prospect) -> list[tuple[str, str]]:
    """What undoing would do, each with everybody's name."""
    told = (
        ("Go off the roster, because they came by this import", prospect.leaving),
        ("Stay, because they have been in a lesson or have another name since", prospect.staying),
        ("Are archived again", prospect.archived),
        ("Come back to the roster", prospect.restored),
        ("Get back the name, number, group or grade they had", prospect.changed),
    )
    return [(f"{what} ({len(names)})", ", ".join(map(isolated, names))) for what, names in told if names]


def undone_sentences(undone: Undone) -> list[tuple[str, str]]:
    """What to say after undoing: sentences with the kind of notice each is."""
    said = [("The import is undone.", "good")]
    if undone.stayed:
        said.append(
            (
                f"Still here, because they have been in a lesson or have another name since: {_listed(undone.stayed)}.",
                "info",
            )
        )
    if undone.not_renamed:
        said.append(
            (f"Not called as before, because others have these names now: {_listed(undone.not_renamed)}.", "info")
        )
    return said


def _class(
    plan: ClassPlan, picked: set[str], sentence_of: Callable[[ProblemError], str], *, is_guessed: bool
) -> ShownClass:
    changes = plan.changes
    parts = tuple(shown_parts(changes.rows, with_whole_names=is_guessed))
    told = [f"{len(part.rows)} {part.heading[0].lower()}{part.heading[1:]}" for part in parts]
    open_doubts = sum(not doubt.is_same for doubt in changes.doubts)
    wrong = [
        *([f"{len(changes.wrong)} left out"] if changes.wrong else []),
        *([f"{open_doubts} to decide"] if open_doubts else []),
    ]
    return ShownClass(
        key=plan.key,
        name=plan.name,
        is_new=plan.class_id is None,
        is_chosen=plan.key in picked,
        summary=", ".join([*told, *wrong]),
        wrong=tuple(shown_wrong(row, sentence_of) for row in changes.wrong[:_WRONG_SHOWN]),
        more_wrong=max(0, len(changes.wrong) - _WRONG_SHOWN),
        doubts=tuple(
            ShownDoubt(row_key(plan.key, one.line), one.line, one.name, one.student_name, one.is_same)
            for one in changes.doubts
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
        yield f"Taken away around the names: {', '.join(_LITTER[Litter(one)] for one in file.tidied)}."
    if any(person.family for person in people):
        yield (
            "Students are called by first name and family initial, with more letters where two would be called alike. "
            "The rest of the family name is not kept."
        )
    if any(one.changes.brings_first_numbers for one in plan.classes):
        yield (
            "The numbers in the file are kept: by them the students are found again next time. "
            "Do they only count the lines? Then leave that column out."
        )
    if file.is_guessed:
        yield (
            "No heading says which are the first names, so we guessed. Are some mixed up? "
            "Then write all of them as King, Ana, or put the headings First name and Last name above two columns."
        )
    if file.names_classes:
        yield "Only names, grades, numbers and classes are read: no addresses, telephones, passwords or demographics."
    if file.over:
        are = "1 class is" if len(file.over) == 1 else f"{len(file.over)} classes are"
        yield f"{are} left out, because the term is over: {_listed(file.over)}."
    if file.unread:
        yield f"Not read: {', '.join(map(isolated, file.unread))}."


def _button(classes: tuple[ClassPlan, ...]) -> str:
    useful = _useful(classes)
    doubts = [doubt for one in classes for doubt in one.changes.doubts]
    if not useful:
        return "Look again with what I ticked" if doubts else ""
    if len(classes) > 1:
        return "Import the classes chosen"
    rows = sum(row.does_something for row in useful[0].changes.rows)
    is_left_out = useful[0].changes.wrong or not all(doubt.is_same for doubt in doubts)
    without = " without the lines left out" if is_left_out else ""
    return f"Yes, write {count(rows, 'change')}{without}"


def _useful(classes: tuple[ClassPlan, ...]) -> list[ClassPlan]:
    """The classes in which something would be written."""
    return [one for one in classes if one.changes.does_something and not one.changes.is_full]


def _stays(names: tuple[str, ...]) -> str:
    if not names:
        return ""
    words = ("is", "stays") if len(names) == 1 else ("are", "stay")
    students = count(len(names), "student")
    return f"{students} of the class {words[0]} not in the file and {words[1]} there: {_listed(names)}."


def _too_full(listed: int) -> str:
    return (
        f"The class would have {listed} students, and {MAX_STUDENTS} are the most. Make a second class for the others."
    )


def _listed(names: Iterable[str]) -> str:
    names = list(names)
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(map(isolated, names[:_NAMED])) + more
