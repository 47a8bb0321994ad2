"""The component page: one file with every component in every state, from the product's own macros and tokens.

`make components` writes it, the tests look at it, and no server of a school has it.
"""

from __future__ import annotations

import re
from base64 import b64encode
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

from flask_wtf import FlaskForm
from wtforms import BooleanField, PasswordField, RadioField, SelectField, StringField, TextAreaField
from wtforms.fields.choices import SelectChoice  # type: ignore[attr-defined]  # newer than its stubs

from classroom.models.face import ANIMALS, Face
from classroom.presenters.reports.findings import ShownRange
from classroom.presenters.sessions.settings_list import SettingLine
from classroom.presenters.student.hand import ShownCard, ShownPad
from classroom.presenters.student.introduction import shown_steps
from classroom.presenters.student.slot import ShownSlot, ShownTries
from classroom.presenters.table.board import SmallPosition, shown_position
from classroom.presenters.table.card_faces import PlayingCard, ShownFace
from classroom.presenters.table.players import ShownPlayer
from classroom.presenters.table.teams import ShownTeam, color_attributes
from classroom.presenters.table.turn import ShownTurn
from classroom.reports.facts import FactState
from classroom.reports.statistics import Proportion
from classroom.services.settings import TableSettings
from classroom.web.assets import load_assets
from engine import Team

if TYPE_CHECKING:
    from flask import Flask

    from classroom.presenters.table.board import ShownBoard

TEMPLATE = Path(__file__).with_name("components.html")
_STYLES = (
    "bundles/table.css",
    "bundles/student.css",
    "css/teachers.css",
    "css/sessions.css",
    "css/mini.css",
    "css/reports.css",
    "css/cards.css",
    "css/checks.css",
)
_FONT = "vendor/nunito/5.3.0/nunito.woff2"
_ROW = ("A2", "B2", "C2", "D2", "E2")
_COLORS: tuple[dict[str, dict[str, str]], ...] = (
    {},
    {"blue": {"colour": "violet"}, "green": {"colour": "teal"}, "red": {"colour": "yellow"}},
)


class _Form(FlaskForm):  # type: ignore[misc]  # Flask-WTF has no types
    code = StringField("Class code", description="Six letters and digits.")
    secret = PasswordField("PIN")
    lines = TextAreaField("Names, one per line")
    deck = SelectField("Deck", choices=[SelectChoice("a", "Addition within 20"), SelectChoice("b", "Multiplication")])
    who = RadioField(
        "Who plays", choices=[SelectChoice("p", "Pairs"), SelectChoice("c", "The whole class")], default="p"
    )
    sound = BooleanField("Sound")


def component_page(app: Flask) -> str:
    """Build the page, with its styles and font embedded."""
    with app.test_request_context("/"):
        form = _Form()
        form.secret.errors = ["Four digits, please."]
        player = _player(0, "Kenji", Team.GREEN, Face("fox", "rays"))
        return app.jinja_env.from_string(TEMPLATE.read_text(encoding="utf-8")).render(
            styles=_styles(Path(app.static_folder or "")),
            form=form,
            teams=[team.value for team in Team],
            looks=[color_attributes(one) for one in _COLORS],
            animals=(*ANIMALS, "robot"),
            board=_board(),
            cards=_CARDS,
            faces=(ShownFace("7 × 8", None), ShownFace("queen of hearts", PlayingCard("Q", "hearts"))),
            pad=ShownPad(1, "8 × 7", "8 times 7", 2, None, "key"),
            player=player,
            table=SimpleNamespace(player_at=lambda _seat: player, version=1),
            other=_player(1, "Diego Fernández-Ibarra", Team.BLUE, Face("owl", "soft")),
            turns=(
                ShownTurn("green", True, "Your turn", "Choose a card, then a space.", "2 tries left"),
                ShownTurn("blue", False, "Now playing: Diego", "Plan your next move.", None),
            ),
            slots=(
                ShownSlot("move", "Diego played 6 × 6 on 36.", 0, "", None),
                ShownSlot("good", "", 0, "Yes! 9 × 5 = 45.", None),
                ShownSlot("now", "", 0, "Not 48. Try 6 × 7 again.", ShownTries(1, 1, "Last try.")),
                ShownSlot("info", "", 0, "The played cards were shuffled.", None),
                ShownSlot("bad", "", 0, "Choose a card first.", None),
            ),
            goal_list=(ShownTeam("blue", "Team 42", 1, 2), ShownTeam("green", "Foxes", 0, 2)),
            settings=(SettingLine("Deck", "Addition within 20"), SettingLine("Board", "6 × 6")),
            rules=shown_steps(TableSettings()),
            ranges=[ShownRange(34, 52, 41, 81), ShownRange(30, 55)],
            result=SimpleNamespace(outcome="later_try", tries=2),
            shares=(("Amara", Proportion(18, 20)), ("Björn", Proportion(2, 3)), ("Zoë", Proportion())),
            legend=[(state, state.name.capitalize().replace("_", " ")) for state in FactState],
        )


def _styles(static: Path) -> str:
    assets = load_assets(static)
    styles = "\n".join(assets[name].content.decode() for name in _STYLES)
    font = f'url("data:font/woff2;base64,{b64encode(assets[_FONT].content).decode()}")'
    return re.sub(r'url\("[^"]*nunito[^"]*"\)', font, styles)


def _board() -> ShownBoard:
    """Two rows of all tints, and chips of the three teams: a sequence, and one that was just placed."""
    labels = ("", *(str(tens * 10 + 4) for tens in range(1, 9)), "")
    rows = (labels, tuple(str(tens * 10 + 7) for tens in range(10)), tuple(str(tens * 10 + 9) for tens in range(10)))
    chips = (
        (Team.BLUE, "Blue", frozenset(_ROW)),
        (Team.GREEN, "Green", frozenset({"A3", "G2"})),
        (Team.RED, "Red", frozenset({"I2", "J3"})),
    )
    return shown_position(SmallPosition(rows, "numbers", chips, last="G2", row=_ROW))


def _player(seat: int, name: str, team: Team, face: Face) -> ShownPlayer:
    return ShownPlayer(seat, name, face, team.value, is_active=seat == 0, cards=4, discards=(ShownFace("5 × 9", None),))


def _card(number: int, face: str, *, kind: str = "match", chosen: bool = False, answer: str | None = None) -> ShownCard:
    return ShownCard(number, kind, face, face, "", None, chosen, answer)


_CARDS: tuple[ShownCard | None, ...] = (
    _card(1, "8 × 7"),
    _card(2, "6 × 7", chosen=True),
    _card(3, "9 × 5", answer="45"),
    _card(4, "?"),
    _card(5, "How many legs do six dogs have"),
    _card(6, "Plus", kind="wild"),
    _card(7, "Minus", kind="remove"),
    ShownCard(8, "match", "QH", "queen of hearts", "", PlayingCard("Q", "hearts"), False, None),
    None,
)
