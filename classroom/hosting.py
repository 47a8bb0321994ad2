"""Run the app in this process: database, bots, server, and terminal messages."""

from __future__ import annotations

import gc
import io
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import segno
from flask import Flask
from sqlalchemy import URL
from sqlalchemy.exc import DatabaseError
from werkzeug.sansio.utils import host_is_trusted

from classroom import config
from classroom.app import create_app
from classroom.database import database_file, db
from classroom.instance import InstanceError, relocation, setup_token, spend_setup_token
from classroom.live import get_bus
from classroom.services.accounts.teachers import has_teacher
from classroom.services.doctor.addresses import is_reachable, lan_address, network_addresses
from classroom.services.doctor.storage import INSTALL_DRIVER
from classroom.services.maintenance import server_encoding, upgrades
from classroom.services.maintenance.background import BackgroundThread
from classroom.services.maintenance.leases import is_other_process_working
from classroom.services.maintenance.server_clock import follow_server_clock
from classroom.services.maintenance.server_state import LEAST_ROOM, LITTLE_ROOM
from classroom.serving.capacity import most_streams, share_heap
from classroom.serving.garbage import SlowCollections
from classroom.serving.local_name import LocalName
from classroom.serving.server import make_server, serve_until_stopped
from classroom.web.body_limits import body_limit_of
from classroom.web.request_log import log_as_json
from classroom.web.warming import warm_up
from engine.equations import equations_of_fact

_EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104 (compared with, not bound to)


def announcement(host: str, port: int, *, lan: str | None, named: str | None = None) -> str:
    """Return the lines about the app's address, with a QR code if students can reach it.

    :param lan: this computer's address in the local network, if it has one.
    :param named: the only address for everyone, if there is one (`named_address`).
    """
    students = students_host(host, lan=lan)
    there = named or (address(students, port) if students else None)
    lines = ["Sequence Numbers is running. Stop it with Ctrl+C.", ""]
    # A proxy connects to the server's own address, although that rejects browsers if only a name is allowed.
    lines += [f"  {'Listening on:    ' if named else 'On this computer:'}  {_address_here(host, port)}"]
    if there:
        lines += [f"  Students open:     {there}", "", qr_code(there)]
    elif host in _EVERYWHERE:
        lines += ["  No network found: other devices can't connect."]
    return "\n".join(lines)


def first_start_note(host: str, port: int, *, token: str, named: str | None = None) -> str:
    """Return the lines about the setup token: an address that enters it, and the token for another computer.

    :param named: the only address for everyone, if there is one (`named_address`).
    """
    where = "" if named else " on this computer"
    lines = ["", f"  First start: open this address{where} to create your account."]
    lines += [f"    {named or _address_here(host, port)}setup#{token}"]
    lines += [f"  On another computer, enter this setup token: {token}", ""]
    return "\n".join(lines)


def students_host(host: str, *, lan: str | None) -> str | None:
    """Return the host name by which other devices reach a server bound to `host`; None if they can't."""
    if host in _EVERYWHERE:
        return lan
    return host if is_reachable(host) else None


def named_address(settings: Mapping[str, Any], port: int) -> str | None:
    """Return the address with the name in CLASSROOM_HOSTS, if the server rejects requests for its own addresses.

    :param port: the server's own; a proxy has the usual one.
    """
    names = settings["TRUSTED_HOSTS"] or ()
    name = config.named_host(names)
    if name is None or host_is_trusted(THIS_COMPUTER, names):
        return None
    scheme = "https" if settings["SESSION_COOKIE_SECURE"] else "http"
    place = name if settings["PROXIES"] else f"{name}:{port}"
    return f"{scheme}://{place}{settings['PATH']}/"


def _address_here(host: str, port: int) -> str:
    return address("127.0.0.1" if host in _EVERYWHERE else host, port)


def address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def qr_code(text: str) -> str:
    """Draw a QR code with half blocks; "" if the terminal can't show them."""
    drawing = io.StringIO()
    segno.make(text, micro=False).terminal(drawing, compact=True, border=2)
    try:
        drawing.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    return drawing.getvalue()


EVERYWHERE = "0.0.0.0"  # noqa: S104 (students come over the school's network; set-up needs the console's token)
THIS_COMPUTER = "127.0.0.1"
_BEHIND_PROXY = """
  CLASSROOM_PROXIES is set, so only a proxy on this computer can connect. If your proxy runs on another
  computer, add --host with the address it connects to.
"""
_STARTED_TWICE = """
  Warning: the app is already running with this data, in another window or as a service. Open pages of one
  don't notice what happens in the other. Stop one of the two."""
_OPEN_BESIDE_PROXY = """
  Warning: CLASSROOM_PROXIES is set, and --host lets other devices connect without the proxy. They could
  fake their address and get around the limits on wrong tries. Set your firewall to admit only the proxy.
"""
NO_DRIVER = (
    f"DATABASE_URL names a PostgreSQL database, but its driver is not installed. Install it with: {INSTALL_DRIVER}"
)


@contextmanager
def hosted_app(settings: Mapping[str, Any] | None = None, *, instance_path: Path | None = None) -> Iterator[Flask]:
    """Return the app for the embedded server, with its database upgraded; closed afterwards.

    :param settings: override the defaults and the environment (the demo).
    :raises InstanceError: if the instance folder, its key, or the database can't be used, or debug mode is on.
    """
    share_heap()
    with opened_app(settings, instance_path=instance_path or settled_instance_path()) as app:
        migrate(app)
        yield app


@contextmanager
def opened_app(settings: Mapping[str, Any] | None = None, *, instance_path: Path) -> Iterator[Flask]:
    """Do the same as `hosted_app` without upgrading the database.

    :raises SettingError: if a setting can't be used.
    """
    try:
        app = create_app({"MAX_STREAMS": most_streams(), **(settings or {})}, instance_path=instance_path)
    except ModuleNotFoundError as error:
        if error.name != "psycopg":
            raise
        raise InstanceError(NO_DRIVER) from error
    if app.config["LOG_FORMAT"] == "json":
        log_as_json()
    if app.debug:
        raise InstanceError("Debug mode shows secrets to everyone on the network. Unset FLASK_DEBUG, then start again.")
    try:
        yield app
    finally:
        app.extensions["forecasts"].close()
        app.extensions["bus"].close()
        with app.app_context():
            db.session.remove()
            db.engine.dispose()


def settled_instance_path() -> Path:
    """Return the instance folder, after moving the data of an earlier version there.

    :raises InstanceError: if the data can't be moved now.
    """
    return relocation.settled_instance_path(_tell)


def migrate(app: Flask) -> None:
    """Create or upgrade the database.

    :raises InstanceError: if it can't be opened, is not a database, or is from a newer version.
    """
    with app.app_context():
        database = database_file()
        try:
            if database is not None:
                upgrades.upgrade_file(database, _tell)
            else:
                _check_encoding(db.engine.url)
                upgrades.upgrade_server(db.engine, _tell)
                follow_server_clock()
        except DatabaseError as error:
            raise InstanceError(f"Can't use the database {db.engine.url.database}: {error.orig}.") from error


def _check_encoding(url: URL) -> None:
    if encoding := server_encoding.other_encoding(url):
        raise InstanceError(
            f"The database {url.database} keeps text as {encoding}, so names can be lost. Create one with "
            f"`{server_encoding.REMEDY} NAME`, set DATABASE_URL to it, then start again."
        )


def _tell(sentence: str) -> None:
    """Print a sentence for the person at the terminal, apart from the output of the command."""
    print(sentence, file=sys.stderr, flush=True)  # noqa: T201


def run(app: Flask, *, host: str | None, port: int, notes: Iterable[str] = (), token: str | None = None) -> None:
    """Serve the app with its bots until stopped, and print its address.

    :param host: the address to listen on; None for the whole network, or for only this computer behind a proxy.
    :param notes: lines to print below the app's address.
    :param token: the setup token to print, if there is no teacher yet.
    :raises SettingError: if CLASSROOM_NAME can't be used.
    :raises ServerError: if the address can't be bound.
    """
    is_behind_proxy = bool(app.config["PROXIES"])
    host = host or (THIS_COMPUTER if is_behind_proxy else EVERYWHERE)
    if is_behind_proxy:
        notes = [_OPEN_BESIDE_PROXY if is_reachable(host) else _BEHIND_PROXY, *notes]
    name = config.local_name()  # before threads start, which would keep the process alive after an error
    server = make_server(app, host=host, port=port, body_limit=body_limit_of(app), are_clients_proxies=is_behind_proxy)
    app.extensions["waiting_requests"] = lambda: server.requests.qsize
    with app.app_context():
        if is_other_process_working():
            notes = [_STARTED_TWICE, *notes]
    background = start_background(app)
    bound_host, bound_port = server.bind_addr
    lan = lan_address()
    app.config["STUDENTS_HOST"] = students_host(bound_host, lan=lan)
    app.config["PORT"] = bound_port
    named = named_address(app.config, bound_port)
    if token:
        notes = [*notes, first_start_note(bound_host, bound_port, token=token, named=named)]
    print("\n".join([announcement(bound_host, bound_port, lan=lan, named=named), *notes]), flush=True)  # noqa: T201
    with app.app_context():
        bus = get_bus()

    def prepare() -> None:
        warm_up(app)
        prepare_memory()
        SlowCollections().watch()

    with _announced(name, app, host=bound_host, port=bound_port):
        serve_until_stopped(server, close_streams=bus.close, meanwhile=prepare)
    background.stop()
    background.join(5)


@contextmanager
def _announced(name: str, app: Flask, *, host: str, port: int) -> Iterator[None]:
    """Announce ``<name>.local`` within the block, if other devices can reach this server and may use the name."""
    mine = [one.ip for one in network_addresses() if not one.is_self_given and not one.is_virtual]
    addresses = mine if host in _EVERYWHERE else [ip for ip in mine if ip == host]
    if not name or not addresses or app.config["PROXIES"] or not _is_answered(app, f"{name}.local"):
        yield
        return
    announcing = LocalName(
        name, addresses=addresses, port=port, on_ready=lambda full: app.config.update(LOCAL_NAME=full)
    )
    announcing.start()
    try:
        yield
    finally:
        announcing.stop()


def _is_answered(app: Flask, host: str) -> bool:
    """Return whether the server accepts requests for a host name."""
    trusted = app.config["TRUSTED_HOSTS"]
    return trusted is None or host_is_trusted(host, trusted)


def prepare_memory() -> None:
    """Enumerate the equations before the first deal, and exempt all current objects from garbage collection.

    A collection stopped all threads for 0.1 s, once in 200 moves.
    """
    gc.freeze()  # first, because creating the equations triggers collections of everything imported
    equations_of_fact("")
    gc.collect()
    gc.freeze()


def start_background(app: Flask) -> BackgroundThread:
    """Start the background thread. Of several processes with one database, one does the work for all."""
    background = BackgroundThread(app)
    app.extensions["pulse"] = background.pulse
    background.start()
    return background


def room_notes(folder: Path) -> list[str]:
    """Warn if the disk is nearly full.

    :raises InstanceError: if it is too full to save a lesson.
    """
    free = shutil.disk_usage(folder).free
    if free >= LITTLE_ROOM:
        return []
    warning = f"Only {free / 1e6:,.0f} MB are free on the disk of {folder}."
    if free < LEAST_ROOM:
        raise InstanceError(f"{warning} No game could be saved. Nothing was changed. Free up space, then start again.")
    return ["", f"  Warning: {warning} When it is full, no one can play. Free up space.", ""]


def open_setup_token(app: Flask) -> str | None:
    """Return the setup token, as long as there is no teacher."""
    folder = Path(app.instance_path)
    with app.app_context():
        if has_teacher():
            spend_setup_token(folder)
            return None
    return setup_token(folder)
