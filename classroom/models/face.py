"""Students' faces: an animal on a disc, to recognize people before reading names. No other meaning."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

ANIMALS = (
    *("fox", "owl", "rabbit", "bear", "frog", "penguin"),
    *("panda", "hedgehog", "turtle", "duck", "deer", "octopus"),
)
"""The animals. None is a picture of login cards or a word that children use as an insult."""
DISCS = ("soft", "rays")
"""The backgrounds of an animal: a light disc, or one in a strong color with white rays."""


@dataclass(frozen=True, slots=True)
class Face:
    """A student's animal on its disc, or a bot's robot."""

    animal: str
    disc: str

    @property
    def on_other_disc(self) -> Face:
        """Return the same animal on the other disc."""
        return Face(self.animal, DISCS[1 - DISCS.index(self.disc)])

    @property
    def value(self) -> str:
        """Return the value for a form: "fox-rays"."""
        return f"{self.animal}-{self.disc}"


FACES = tuple(Face(animal, disc) for disc, animal in product(DISCS, ANIMALS))
"""All faces that students can have, in display order."""
ROBOT = Face("robot", DISCS[0])


def distinct_faces(faces: Iterable[Face]) -> tuple[Face, ...]:
    """Return the faces of a table in seat order, with equal ones on different discs.

    A student's face never changes, and tables are formed without regard to it. In a class of up to 24, all faces
    differ, and two foxes at a table have different discs. In a larger class, the second of two equal faces gets the
    other disc at this table only. The same applies to bots.
    """
    shown: list[Face] = []
    for face in faces:
        shown.append(face.on_other_disc if shown.count(face) > shown.count(face.on_other_disc) else face)
    return tuple(shown)
