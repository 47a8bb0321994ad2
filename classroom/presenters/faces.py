"""Names of faces, and the faces that a student can choose."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from classroom.i18n import lazy_pgettext, pgettext
from classroom.models import FACES, Face

_ANIMALS = {
    "fox": lazy_pgettext("animal", "fox"),
    "owl": lazy_pgettext("animal", "owl"),
    "rabbit": lazy_pgettext("animal", "rabbit"),
    "bear": lazy_pgettext("animal", "bear"),
    "frog": lazy_pgettext("animal", "frog"),
    "penguin": lazy_pgettext("animal", "penguin"),
    "panda": lazy_pgettext("animal", "panda"),
    "hedgehog": lazy_pgettext("animal", "hedgehog"),
    "turtle": lazy_pgettext("animal", "turtle"),
    "duck": lazy_pgettext("animal", "duck"),
    "deer": lazy_pgettext("animal", "deer"),
    "octopus": lazy_pgettext("animal", "octopus"),
    "robot": lazy_pgettext("animal", "robot"),
}


@dataclass(frozen=True, slots=True)
class FaceChoice:
    """A face to choose from."""

    face: Face
    text: str
    animal: str
    """Only its animal: the rest is visible."""
    is_own: bool
    is_taken: bool
    """Whether a classmate has it."""


def face_text(face: Face) -> str:
    """Return the name of a face: "fox", "fox with rays"."""
    animal = str(_ANIMALS[face.animal])
    if face.disc == "soft":
        return animal
    # Translators: an animal in front of a round picture with rays, like a sun: "fox with rays".
    return pgettext("student", "%(animal)s with rays", animal=animal)


def face_choices(*, own: Face | None, free: Collection[Face]) -> tuple[FaceChoice, ...]:
    """Return all faces, for a student who may choose one.

    :param free: the faces that the student may have, including the current one.
    """
    return tuple(
        FaceChoice(face, face_text(face), str(_ANIMALS[face.animal]), face == own, face not in free) for face in FACES
    )
