"""A district's roster service (OneRoster REST, versions 1.1 and 1.2): a teacher's classes with their students.

Its responses are converted to the tables of an archive, so one reader handles both (`oneroster`). Only the fields that
a roster needs are requested and kept. Requires the optional packages Authlib and Requests.
"""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from classroom.services.errors import FileErrorCode, RosterErrorCode, ServiceError
from classroom.services.rosters.files.oneroster import read_tables
from classroom.services.rosters.files.oneroster_archive import CLASSES, ENROLLMENTS, LONGEST, MAX_UNPACKED, TERMS, USERS
from classroom.services.rosters.people import RosterFile
from classroom.services.safe_addresses import is_safe

if TYPE_CHECKING:
    from classroom.services.outside_requests import OutsideRequests

_SCOPE = "https://purl.imsglobal.org/spec/or/{version}/scope/roster-core.readonly"
_PAGE = 100
_MOST_CLASSES = 40
"""Maximum number of a teacher's classes. Each takes one request for its students."""
_ALL_IN = 60.0
"""Seconds for the whole roster."""

_COLUMNS: Mapping[str, Mapping[str, str]] = {
    CLASSES: {
        **{name: name for name in ("sourcedId", "status", "title", "classCode")},
        "terms": "termSourcedIds",
    },
    USERS: {
        **{name: name for name in ("sourcedId", "status", "enabledUser", "role", "givenName", "familyName")},
        **{name: name for name in ("identifier", "grades")},
        "preferredFirstName": "preferredGivenName",
    },
    TERMS: {name: name for name in ("sourcedId", "status", "endDate")},
}
"""For each table, its columns by field name in the service's responses."""
_ONLY_LATER = frozenset({"preferredFirstName"})
"""Fields missing in version 1.1."""
_ONLY_EARLIER = frozenset({"role"})
"""Later versions have several roles. Anyone listed as a student of a class is one."""

Item = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RosterService:
    """The service's address and this server's credentials."""

    url: str
    """Including the version: https://sis.example/ims/oneroster/rostering/v1p2."""
    token_url: str
    client_id: str
    client_secret: str

    def __post_init__(self) -> None:
        """Reject addresses that would send the secret, or children's names, unencrypted.

        :raises ValueError: for an address without https that is not on this computer.
        """
        for address in (self.url, self.token_url):
            if not is_safe(address):
                raise ValueError(f"{address}: the roster service needs an address that begins with https://")

    @property
    def version(self) -> str:
        """Return the OneRoster version in the address."""
        return "v1p1" if "v1p1" in self.url else "v1p2"

    def classes_of(self, roster_id: str) -> RosterFile:
        """Return a teacher's classes and their students.

        :param roster_id: the teacher's `sourcedId` in the service.
        :raises ServiceError: SERVICE_SILENT, SERVICE_REFUSED, SERVICE_UNCLEAR, ROSTER_ID_UNKNOWN, NO_CLASSES_THERE, or
            CLASSES_OVER.
        """
        with _Failures(), _asking(self) as questions:
            try:
                classes = list(questions.ask_all(f"teachers/{_part(roster_id)}/classes", CLASSES))[:_MOST_CLASSES]
            except _NotThereError as error:
                raise ServiceError(RosterErrorCode.ROSTER_ID_UNKNOWN) from error
            users: dict[str, Item] = {}
            enrollments = []
            for one in classes:
                class_id = str(one["sourcedId"])
                with suppress(_NotThereError):  # it was deleted in the meantime
                    for user in questions.ask_all(f"classes/{_part(class_id)}/students", USERS):
                        users[str(user["sourcedId"])] = user
                        enrollments.append({"classSourcedId": class_id, "userSourcedId": str(user["sourcedId"])})
            terms = [found for term in sorted(_terms(classes)) for found in questions.ask_one(f"terms/{_part(term)}")]
        files = {
            CLASSES: _table(CLASSES, classes),
            USERS: _table(USERS, list(users.values())),
            TERMS: _table(TERMS, terms),
            ENROLLMENTS: _csv(["classSourcedId", "userSourcedId", "role"], enrollments, role="student"),
        }
        try:
            return read_tables(files)
        except ServiceError as error:
            if error.code is FileErrorCode.FILE_EMPTY:
                raise ServiceError(RosterErrorCode.NO_CLASSES_THERE) from error
            if error.code is RosterErrorCode.CLASSES_OVER:
                raise
            raise ServiceError(RosterErrorCode.SERVICE_UNCLEAR) from error


class _NotThereError(Exception):
    """The service has nothing at this path."""


@contextmanager
def _asking(service: RosterService) -> Iterator[_Questions]:
    """Authorize requests for one roster.

    :raises PermissionError: if the service denies access.
    """
    from authlib.integrations.requests_client import OAuth2Session  # noqa: PLC0415 (an extra)

    from classroom.services.outside_requests import WAIT, OutsideRequests  # noqa: PLC0415

    session = OAuth2Session(
        service.client_id,
        service.client_secret,
        scope=_SCOPE.format(version=service.version),
        leeway=0,  # reading a roster takes at most a minute, so such a token lasts
    )
    with OutsideRequests(until=time.monotonic() + _ALL_IN, most_bytes=MAX_UNPACKED, session=session) as requests:
        session.fetch_token(service.token_url, grant_type="client_credentials", timeout=WAIT, allow_redirects=False)
        yield _Questions(service, requests)


@dataclass(frozen=True, slots=True)
class _Questions:
    """Requests for one roster."""

    service: RosterService
    requests: OutsideRequests

    def ask_all(self, path: str, table: str) -> Iterator[Item]:
        """Yield all items of a collection, page by page.

        :raises _NotThereError: if there is no such collection.
        """
        offset = 0
        while offset < LONGEST[table]:
            answer = self._get(path, table, {"limit": str(_PAGE), "offset": str(offset)})
            items = next((value for value in answer.values() if isinstance(value, list)), None)
            if items is None or not all(isinstance(one, dict) and one.get("sourcedId") for one in items):
                raise ValueError("no list of items")
            yield from items
            offset += len(items)
            if len(items) < _PAGE:
                return
        raise ValueError("more items than any roster has")

    def ask_one(self, path: str) -> Sequence[Item]:
        """Return one item; empty if not found."""
        try:
            answer = self._get(path, TERMS, {})
        except _NotThereError:
            return []
        return [value for value in answer.values() if isinstance(value, dict) and value.get("sourcedId")][:1]

    def _get(self, path: str, table: str, asked: Mapping[str, str]) -> Mapping[str, Any]:
        left_out = _ONLY_LATER if self.service.version == "v1p1" else _ONLY_EARLIER
        fields = ",".join(name for name in _COLUMNS[table] if name not in left_out)
        status, body = self._fetch(path, {**asked, "fields": fields})
        if status == 400:  # the service doesn't know one of the fields
            status, body = self._fetch(path, asked)
        if status == 404:
            raise _NotThereError(path)
        if status in {401, 403}:
            raise PermissionError
        if status >= 500 or status == 429:
            raise TimeoutError
        answer = json.loads(body)
        if status != 200 or not isinstance(answer, dict):
            raise ValueError("no answer of OneRoster")
        return answer

    def _fetch(self, path: str, asked: Mapping[str, str]) -> tuple[int, bytes]:
        address = f"{self.service.url.rstrip('/')}/{path}"
        answer = self.requests.ask("GET", address, params=asked)
        return answer.status, answer.body


class _Failures:
    """Turns all errors of the service into service errors without any of its data."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        from authlib.common.errors import AuthlibBaseError  # noqa: PLC0415
        from requests import RequestException  # noqa: PLC0415

        if isinstance(error, (PermissionError, AuthlibBaseError)):
            raise ServiceError(RosterErrorCode.SERVICE_REFUSED) from error
        if isinstance(error, (RequestException, TimeoutError)):
            raise ServiceError(RosterErrorCode.SERVICE_SILENT) from error
        if isinstance(error, ValueError | TypeError | AttributeError | RecursionError | OverflowError):
            raise ServiceError(RosterErrorCode.SERVICE_UNCLEAR) from error


def _terms(classes: Sequence[Item]) -> set[str]:
    """Return the IDs of the classes' terms."""
    return {name for one in classes for name in _names(one.get("terms"))}


def _names(value: object) -> list[str]:
    """Read a list of names or of references to other items."""
    found = value if isinstance(value, list) else [value]
    names = [one.get("sourcedId") if isinstance(one, dict) else one for one in found]
    return [str(one) for one in names if one is not None and one != ""]


def _table(table: str, items: Sequence[Item]) -> bytes:
    columns = _COLUMNS[table]
    rows = [{column: ",".join(_names(one.get(field))) for field, column in columns.items()} for one in items]
    return _csv(list(columns.values()), rows)


def _csv(columns: list[str], rows: Sequence[Mapping[str, str]], **same: str) -> bytes:
    written = io.StringIO()
    writer = csv.DictWriter(written, columns)
    writer.writeheader()
    writer.writerows({**row, **same} for row in rows)
    return written.getvalue().encode("utf-8", "ignore")  # JSON can contain halves of characters


def _part(name: str) -> str:
    """Escape an ID for use as a path segment."""
    return quote(name, safe="")
