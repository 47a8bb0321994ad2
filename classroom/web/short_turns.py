"""Requests that compute for long: threads take short turns meanwhile, so that moves are answered in between."""

from __future__ import annotations

from contextlib import ExitStack

from flask import Blueprint, g

from classroom.thread_turns import short_turns

_STACK = "short_turns"


def computes_long(area: Blueprint) -> None:
    """Let threads take short turns while a request of this area is computed."""
    area.before_request(_begin)
    area.teardown_request(_end)


def _begin() -> None:
    stack = ExitStack()
    stack.enter_context(short_turns())
    setattr(g, _STACK, stack)


def _end(_error: BaseException | None) -> None:
    stack: ExitStack | None = g.pop(_STACK, None)  # a rejected request has none
    if stack is not None:
        stack.close()
