"""Small changes to a module, one at a time, that the tests should detect."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from typing import NamedTuple


class Mutant(NamedTuple):
    """One changed module."""

    line: int
    before: str
    after: str
    source: str
    """The source of the changed module."""


_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.RShift: ast.LShift,
    ast.LShift: ast.RShift,
    ast.Mult: ast.Add,
}

Change = Callable[[ast.AST], ast.AST | None]
"""Returns the changed copy of a node, or None if there is nothing to change."""


def mutants(source: str) -> Iterator[Mutant]:
    """Make every mutant of a module, except of type hints, docstrings, error texts, and imports."""
    tree = ast.parse(source)
    for node, parent, field, index in list(_places(tree)):
        for change in _CHANGES:
            changed = change(copy.deepcopy(node))
            if changed is None:
                continue
            ast.copy_location(changed, node)
            _set_field(parent, field, index, changed)
            yield Mutant(getattr(node, "lineno", 0), ast.unparse(node), ast.unparse(changed), ast.unparse(tree))
            _set_field(parent, field, index, node)


def _places(tree: ast.AST) -> Iterator[tuple[ast.AST, ast.AST, str, int | None]]:
    """Yield every node that may be changed, with its location."""
    for field, value in ast.iter_fields(tree):
        if field in {"annotation", "returns", "decorator_list", "type_comment"}:
            continue
        for index, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(node, ast.AST) and not _is_text_or_type(node):
                yield node, tree, field, index
                yield from _places(node)


def _is_text_or_type(node: ast.AST) -> bool:
    """Return whether a node is text or typing, which does not affect the game."""
    match node:
        case ast.Expr(value=ast.Constant()) | ast.Import() | ast.ImportFrom() | ast.JoinedStr() | ast.AnnAssign():
            return True
        case ast.Constant(value=str()):
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
    return False


def _set_field(parent: ast.AST, field: str, index: int | None, node: ast.AST) -> None:
    if index is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[index] = node


def _comparison(node: ast.AST) -> ast.AST | None:
    if isinstance(node, ast.Compare):
        node.ops[0] = _COMPARISONS[type(node.ops[0])]()
        return node
    return None


def _operator(node: ast.AST) -> ast.AST | None:
    if isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in _OPERATORS:
        node.op = _OPERATORS[type(node.op)]()
        return node
    return None


def _and_or(node: ast.AST) -> ast.AST | None:
    if isinstance(node, ast.BoolOp):
        node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        return node
    return None


def _not(node: ast.AST) -> ast.AST | None:
    return node.operand if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.Invert) else None


def _constant(node: ast.AST) -> ast.AST | None:
    if not isinstance(node, ast.Constant):
        return None
    if isinstance(node.value, bool):
        return ast.Constant(not node.value)
    if isinstance(node.value, int):
        return ast.Constant(node.value + 1)
    return None


def _condition(node: ast.AST) -> ast.AST | None:
    """Replace a condition by one that is never true; the inverted comparison is another mutant."""
    if isinstance(node, ast.If):
        node.test = ast.Constant(value=False)
        return node
    return None


def _statement(node: ast.AST) -> ast.AST | None:
    """Remove a call or an assignment."""
    is_call = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    return ast.Pass() if is_call or isinstance(node, ast.AugAssign | ast.Raise) else None


def _keyword(node: ast.AST) -> ast.AST | None:
    """Remove one keyword from a call of `_replace` or a constructor."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "_replace":
        del node.keywords[-1]
        return node
    return None


_CHANGES: tuple[Change, ...] = (_comparison, _operator, _and_or, _not, _constant, _condition, _statement, _keyword)
