"""Parts of pages that are rendered once for each version of a table, for all viewers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

if TYPE_CHECKING:
    from collections.abc import Callable

    from classroom.presenters.table.shared import SharedTable


def once(table: SharedTable, *what: object, caller: Callable[[], str]) -> Markup:
    """Render the body of a ``call`` block, unless it was rendered before.

    The body may read nothing but `table` and what `what` names, or one student would see another's page.
    """
    kept = table.markup.get(what)
    if kept is None:
        kept = table.markup[what] = caller()
    return Markup(kept)  # noqa: S704  it was escaped when it was rendered
