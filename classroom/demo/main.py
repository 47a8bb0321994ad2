"""Start the demo: its own database, built if missing, and a server with a class that plays."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from classroom import clock, hosting, instance
from classroom.demo.building import Size, build
from classroom.demo.driver import PretendClass
from classroom.demo.guide import lines_of, new_demo_accounts, show_on_front_page
from classroom.demo.today import LIVE, open_today
from classroom.services.forecasts import TableKind
from classroom.serving.server import check_address
from classroom.web.forecasts import get_forecasts
from engine import NUMBERS

_FILE = "demo.sqlite3"
_UNFINISHED = "demo-unfinished.sqlite3"


def main(host: str, port: int, *, fresh: bool = False) -> int:
    """Serve the demo until it is stopped. Return the exit status.

    :param fresh: build a new database even if there is one.
    :raises classroom.instance.InstanceError: if the instance folder can't be used.
    :raises classroom.serving.server.ServerError: if the address can't be bound.
    """
    folder = hosting.settled_instance_path()
    instance.prepare_instance(folder)
    if fresh or not (folder / _FILE).exists():
        check_address(host, port)
        build_file(folder, Size())
    with hosting.hosted_app(settings_for(folder / _FILE), instance_path=folder) as app:
        with app.app_context():
            open_today(clock.now())
            demo_accounts = new_demo_accounts()
            start_forecasts()
        show_on_front_page(app, demo_accounts)
        pretend_class = PretendClass(app)
        pretend_class.start()
        try:
            hosting.run(app, host=host, port=port, notes=lines_of(demo_accounts))
        finally:
            pretend_class.stop()
            pretend_class.join(5)
    return 0


def build_file(folder: Path, size: Size) -> None:
    """Build the demo's database. It gets its name only when it is complete."""
    for leftover in (*folder.glob(f"{_FILE}*"), *folder.glob(f"{_UNFINISHED}*")):
        leftover.unlink()
    with (
        hosting.hosted_app(settings_for(folder / _UNFINISHED), instance_path=folder) as app,
        app.app_context(),
        click.progressbar(length=1, label="Building sample data", item_show_func=str, file=sys.stderr) as bar,
    ):

        def show(done: int, most: int, what: str) -> None:
            bar.length = most
            bar.update(done - bar.pos, what)

        build(clock.now(), size, tell=show)
    (folder / _UNFINISHED).rename(folder / _FILE)
    for leftover in folder.glob(f"{_UNFINISHED}*"):
        leftover.unlink()


def settings_for(file: Path) -> dict[str, str]:
    """Return the demo's own database, and a separate cookie from a real app's on this computer."""
    return {"SQLALCHEMY_DATABASE_URI": f"sqlite:///{file}", "SESSION_COOKIE_NAME": "classroom-demo"}


def start_forecasts() -> None:
    """Estimate the game lengths of tables like those of the running session in advance."""
    for players in NUMBERS.player_counts:
        get_forecasts().ask(TableKind.of(LIVE, players))
