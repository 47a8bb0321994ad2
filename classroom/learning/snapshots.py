"""Estimates as bytes and back, bit for bit: what a server keeps, so that a restart folds only the latest answers."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import typing
import zlib
from collections.abc import Callable
from datetime import date
from functools import cache
from types import NoneType, UnionType
from typing import Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from classroom.learning import knowledge
from classroom.learning.accuracy import Difficulties
from classroom.learning.knowledge import StudentKnowledge
from classroom.learning.speed import ItemTimes
from engine.equations import SKILLS, equations_of

_T = TypeVar("_T")
_PLAIN = frozenset({int, float, str, bool, date})
_VERSION = 1
"""Raise it when the fold gives other numbers for the same answers: what is kept is then folded again."""


@dataclasses.dataclass(slots=True)
class SharedEstimates:
    """What all answers of an installation tell about items."""

    difficulties: Difficulties
    item_times: ItemTimes
    sample_difficulties: Difficulties
    sample_times: ItemTimes


class _Codec(NamedTuple):
    encode: Callable[[Any], Any]
    decode: Callable[[Any], Any]


def pack_student(student: StudentKnowledge) -> bytes:
    """Return what is known of a student as bytes."""
    return _pack(StudentKnowledge, student)


def unpack_student(state: bytes) -> StudentKnowledge:
    """Return what is known of a student."""
    student: StudentKnowledge = _unpack(StudentKnowledge, state)
    return student


def pack_shared(shared: SharedEstimates) -> bytes:
    """Return what is known of all items as bytes."""
    return _pack(SharedEstimates, shared)


def unpack_shared(state: bytes) -> SharedEstimates:
    """Return what is known of all items."""
    shared: SharedEstimates = _unpack(SharedEstimates, state)
    return shared


@cache
def generation() -> str:
    """Name the fold and the bank that a snapshot was made with: those of another are of no use."""
    counted = [(key, sum(map(len, equations_of(key).values())), skill.difficulty) for key, skill in SKILLS.items()]
    shape = [(one.name, str(one.type)) for one in dataclasses.fields(knowledge.StudentKnowledge)]
    return hashlib.sha256(repr((_VERSION, shape, counted)).encode()).hexdigest()[:16]


def _pack(kind: Any, value: object) -> bytes:  # noqa: ANN401  a type
    return zlib.compress(json.dumps(_codec(kind).encode(value), separators=(",", ":")).encode(), 1)


def _unpack(kind: Any, state: bytes) -> Any:  # noqa: ANN401  a type, and one of it
    return _codec(kind).decode(json.loads(zlib.decompress(state)))


@cache
def _codec(kind: Any) -> _Codec:  # noqa: ANN401  a type or an alias of one
    if kind in _PLAIN:
        return _Codec(date.toordinal, date.fromordinal) if kind is date else _Codec(_same, _same)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in {UnionType, typing.Union}:
        [inner] = [_codec(one) for one in arguments if one is not NoneType]
        return _Codec(
            lambda value: None if value is None else inner.encode(value),
            lambda kept: None if kept is None else inner.decode(kept),
        )
    if origin is dict:
        return _of_dict(*map(_codec, arguments))
    if origin is tuple:
        each = _codec(arguments[0])
        if each.decode is _same:  # all parts of a tuple here are of one plain kind
            return _Codec(list, tuple)
        return _Codec(lambda some: [*map(each.encode, some)], lambda kept: tuple(map(each.decode, kept)))
    return _of_record(kind)


def _of_dict(key: _Codec, value: _Codec) -> _Codec:
    return _Codec(
        lambda some: [[key.encode(name), value.encode(one)] for name, one in some.items()],
        lambda kept: {key.decode(name): value.decode(one) for name, one in kept},
    )


def _of_record(kind: Any) -> _Codec:  # noqa: ANN401  a data class or a named tuple
    hints = get_type_hints(kind)
    names = getattr(kind, "_fields", None) or [one.name for one in dataclasses.fields(kind)]
    codecs = [_codec(hints[name]) for name in names]
    encoders, decoders = [*zip(names, (one.encode for one in codecs), strict=True)], [one.decode for one in codecs]
    return _Codec(
        lambda record: [encode(getattr(record, name)) for name, encode in encoders],
        lambda kept: kind(*(decode(value) for decode, value in zip(decoders, kept, strict=True))),
    )


def _same(value: _T) -> _T:
    return value
