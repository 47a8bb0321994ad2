"""Serialize estimates exactly, so that after a restart a server folds only the latest answers."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import typing
import zlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from enum import StrEnum
from functools import cache
from types import MappingProxyType, NoneType, UnionType
from typing import Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from classroom.learning import knowledge
from classroom.learning.accuracy import Difficulties
from classroom.learning.answer_counts import AnswerCounts
from classroom.learning.class_evidence import ClassLedgers
from classroom.learning.knowledge import StudentKnowledge
from classroom.learning.speed import ItemTimes
from engine.equations import SKILLS, Equation, dealt_equation, equations_of

_T = TypeVar("_T")
_PLAIN = frozenset({int, float, str, bool, date})
_VERSION = 1
"""Increase it when the fold gives different numbers: stored snapshots are then recomputed."""
_CLASS_VERSION = 10
"""The same for a class's fold."""


@dataclasses.dataclass(slots=True)
class SharedEstimates:
    """Estimates of items, from all answers of an installation."""

    difficulties: Difficulties
    item_times: ItemTimes
    sample_difficulties: Difficulties
    sample_times: ItemTimes


class _Codec(NamedTuple):
    encode: Callable[[Any], Any]
    decode: Callable[[Any], Any]


def pack(record: object) -> bytes:
    """Serialize estimates or counts: a data class or a named tuple."""
    kind: Any = type(record)
    return zlib.compress(json.dumps(_codec(kind).encode(record), separators=(",", ":")).encode(), 1)


def unpack(kind: Callable[..., _T], state: bytes) -> _T:
    """Deserialize what `pack` wrote."""
    record: _T = _codec(kind).decode(json.loads(zlib.decompress(state)))
    return record


@cache
def generation() -> str:
    """Return an ID of the fold and the equation bank. Snapshots with another ID are useless."""
    counted = [(key, sum(map(len, equations_of(key).values())), skill.difficulty) for key, skill in SKILLS.items()]
    shape = [(one.name, str(one.type)) for one in dataclasses.fields(knowledge.StudentKnowledge)]
    return hashlib.sha256(repr((_VERSION, shape, counted)).encode()).hexdigest()[:16]


@cache
def class_generation() -> str:
    """Return an ID of a class's fold, like `generation`."""
    shapes = _shape(ClassLedgers), _shape(AnswerCounts)
    return hashlib.sha256(repr((_CLASS_VERSION, generation(), shapes)).encode()).hexdigest()[:16]


def _shape(kind: Any) -> object:  # noqa: ANN401  a type
    """Describe the fields of a record, and of the records in it."""
    inner = tuple(map(_shape, get_args(kind)))
    if kind is Equation or not (dataclasses.is_dataclass(kind) or hasattr(kind, "_fields")):
        return (str(get_origin(kind) or kind), inner)
    hints = get_type_hints(kind)
    return tuple((name, _shape(hints[name])) for name in _names(kind))


def prepare() -> None:
    """Build what reads snapshots, which takes 10 ms of CPU time the first time."""
    for kind in (StudentKnowledge, SharedEstimates, ClassLedgers, AnswerCounts):
        _codec(kind)
    class_generation()


@cache
def _codec(kind: Any) -> _Codec:  # noqa: ANN401  a type or an alias of one
    if kind in _PLAIN:
        return _Codec(date.toordinal, date.fromordinal) if kind is date else _Codec(_same, _same)
    if kind is Equation:
        return _Codec(lambda one: [one.text, one.answer, one.skill], lambda kept: dealt_equation(*kept))
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return _Codec(str, kind)
    build = _COLLECTIONS.get(get_origin(kind))
    return _of_record(kind) if build is None else build(*get_args(kind))


def _of_union(*kinds: Any) -> _Codec:  # noqa: ANN401  types
    [inner] = [_codec(one) for one in kinds if one is not NoneType]
    return _Codec(
        lambda value: None if value is None else inner.encode(value),
        lambda kept: None if kept is None else inner.decode(kept),
    )


def _of_counter(key: Any) -> _Codec:  # noqa: ANN401  a type
    counts = _of_dict(key, int)
    return _Codec(counts.encode, lambda kept: Counter(counts.decode(kept)))


def _of_list(kind: Any) -> _Codec:  # noqa: ANN401  a type
    each = _codec(kind)
    if each.decode is _same:
        return _Codec(list, list)
    return _Codec(lambda some: [*map(each.encode, some)], lambda kept: [*map(each.decode, kept)])


def _of_set(kind: Any) -> _Codec:  # noqa: ANN401  a plain type
    assert kind in _PLAIN  # noqa: S101  for others there is no order to keep them in
    return _Codec(sorted, set)


def _of_tuple(*kinds: Any) -> _Codec:  # noqa: ANN401  types
    if kinds[-1] is Ellipsis or len(set(kinds)) == 1:  # a homogeneous collection
        some = _of_list(kinds[0])
        return (
            _Codec(list, tuple) if some.decode is list else _Codec(some.encode, lambda kept: tuple(some.decode(kept)))
        )
    codecs = [*map(_codec, kinds)]
    return _Codec(
        lambda value: [codec.encode(part) for codec, part in zip(codecs, value, strict=True)],
        _decoder_of_parts(tuple, [one.decode for one in codecs]),
    )


def _decoder_of_parts(
    build: Callable[[list[Any]], Any], decoders: Sequence[Callable[[Any], Any]]
) -> Callable[[list[Any]], Any]:
    """Return a decoder of lists with fixed parts. It changes them in place: most parts stay as they are."""
    changed = [(place, decode) for place, decode in enumerate(decoders) if decode is not _same]

    def decode_parts(kept: list[Any]) -> Any:  # noqa: ANN401  whatever is built
        for place, decode in changed:
            kept[place] = decode(kept[place])
        return build(kept)

    return decode_parts


def _of_dict(key_kind: Any, value_kind: Any) -> _Codec:  # noqa: ANN401  types
    key, value = _codec(key_kind), _codec(value_kind)
    return _Codec(
        lambda some: [[key.encode(name), value.encode(one)] for name, one in some.items()],
        (lambda kept: {key.decode(name): one for name, one in kept})
        if value.decode is _same
        else (lambda kept: {key.decode(name): value.decode(one) for name, one in kept}),
    )


_COLLECTIONS: Mapping[Any, Callable[..., _Codec]] = MappingProxyType(
    {
        UnionType: _of_union,
        typing.Union: _of_union,
        dict: _of_dict,
        Counter: _of_counter,
        tuple: _of_tuple,
        list: _of_list,
        set: _of_set,
    }
)


def _names(kind: Any) -> list[str]:  # noqa: ANN401  a data class or a named tuple
    return getattr(kind, "_fields", None) or [one.name for one in dataclasses.fields(kind)]


def _of_record(kind: Any) -> _Codec:  # noqa: ANN401  a data class or a named tuple
    hints = get_type_hints(kind)
    names = _names(kind)
    codecs = [_codec(hints[name]) for name in names]
    encoders, decoders = [*zip(names, (one.encode for one in codecs), strict=True)], [one.decode for one in codecs]
    return _Codec(
        lambda record: [encode(getattr(record, name)) for name, encode in encoders],
        _decoder_of_parts(lambda parts: kind(*parts), decoders),
    )


def _same(value: _T) -> _T:
    return value
