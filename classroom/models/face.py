"""Faces of students: an animal on a disc. They say who is who before a name is read, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

ANIMALS = (
    *("fox", "owl", "rabbit", "bear", "frog", "penguin"),
    *("panda", "hedgehog", "turtle", "duck", "deer", "octopus"),
)
"""What a student can be. None is a picture of login cards, and none a word that children use to insult."""
DISCS = ("soft", "rays")
"""What an animal is drawn on: a light disc, or one in a strong color with white rays."""


@dataclass(frozen=True, slots=True)
class Face:
    """The animal of a student on its disc, or the robot of a bot."""

    animal: str
    disc: str

    @property
    def on_other_disc(self) -> Face:
        """The same animal on the other disc."""
        return Face(self.animal, DISCS[1 - DISCS.index(self.disc)])

    @property
    def value(self) -> str:
        """The value in a form: "fox-rays"."""
        return f"{self.animal}-{self.disc}"


FACES = tuple(Face(animal, disc) for disc, animal in product(DISCS, ANIMALS))
"""All that a student can have, in the order in which they are shown."""
ROBOT = Face("robot", DISCS[0])


def told_apart(faces: Iterable[Face]) -> tuple[Face, ...]:
    """Give the faces of a table in the order of its seats, with those alike on different discs.

    A face belongs to a student for good, so tables are not formed by it, and no table changes it. In a class of up to
    24 no two are alike, and two foxes at a table differ by their discs. In a larger class, the later of two alike is
    drawn on the other disc at this table only. So are bots.
    """
    shown: list[Face] = []
    for face in faces:
        shown.append(face.on_other_disc if shown.count(face) > shown.count(face.on_other_disc) else face)
    return tuple(shown)
