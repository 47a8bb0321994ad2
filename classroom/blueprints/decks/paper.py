"""Printed decks."""

from __future__ import annotations

from flask import render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from classroom.blueprints.decks import blueprint
from classroom.presenters.decks.listing import deck_title, size_text
from classroom.presenters.decks.paper import MOST_DEALS, BoardPages, PaperOptions, paper_of
from classroom.services.decks.content import playable
from classroom.services.decks.keeping import content_of
from classroom.web.access import deck_or_404
from engine import Deck as PlayableDeck
from engine import Layout
from engine.deck_making import built_in_deck


@blueprint.get("/decks/<deck_id>/paper")
def paper(deck_id: str) -> ResponseReturnValue:
    """Show a teacher's deck for printing."""
    deck = deck_or_404(deck_id)
    made = playable(content_of(deck), title=deck.title)
    return _page(made, url_for("decks.show", deck_id=deck_id))


@blueprint.get("/decks/built-in/<deck_key>/paper")
def built_in_paper(deck_key: str) -> ResponseReturnValue:
    """Show a built-in deck for printing."""
    deck = built_in_deck(deck_key)
    if deck is None:
        raise NotFound
    return _page(deck, url_for("decks.built_in", deck_key=deck_key))


def _page(deck: PlayableDeck, back_url: str) -> ResponseReturnValue:
    if not deck.sizes:
        raise NotFound
    return render_template(
        "decks/paper.html",
        title=deck_title(deck),
        paper=paper_of(deck, _options(deck)),
        sizes=[(size, size_text(size)) for size in deck.sizes],
        back_url=back_url,
    )


def _options(deck: PlayableDeck) -> PaperOptions:
    """Read the options from the query string; invalid ones fall back to the defaults."""
    asked = request.args
    size, deal = asked.get("size", ""), asked.get("deal", "1")
    is_deal = deal.isdecimal() and deal.isascii() and len(deal) <= len(str(MOST_DEALS))
    return PaperOptions(
        size=size if size in deck.sizes else deck.sizes[-1],
        layout=Layout.MIXED if asked.get("layout") == Layout.MIXED else Layout.IN_ORDER,
        deal=int(deal) if is_deal else 1,
        board=next((pages for pages in BoardPages if pages == asked.get("board")), BoardPages.ONE),
        with_chips="chips" in asked,
        with_answers="answers" in asked,
    )
