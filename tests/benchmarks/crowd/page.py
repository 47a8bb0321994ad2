"""Open pages: the behavior of static/js/live.js, and when each version was shown."""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import urlencode

from tests.benchmarks.crowd.line import Answer, Line, Listener

_VERSION = re.compile(r'name="version" value="([^"]*)"')
_CSRF = re.compile(r'name="csrf_token"[^>]*value="([^"]*)"')
_MOVE_URL = re.compile(r'action="([^"]*/moves)"')
_PART = re.compile(r'<[^>]*\bid="([^"]*)"[^>]*\bdata-part="([^"]*)"')
_DIFFERENCE = "<template data-since="
_FILE = re.compile(r'(?:src|href)="(/static/[^"]+\.(?:js|css)[^"]*)"')
_COOKIE = re.compile(rb"(?i)set-cookie: classroom=([^;]*)")
_POLL_SECONDS = 2.0
_TIMES_THE_ANSWER = 10
_LONGEST_POLL = 30.0
_TEACHER_POLLS = 10.0
_TEACHER_WAITS = 1.0
"""Minimum seconds between two requests (`data-live-throttle` of the live tables)."""


class Tab:
    """A signed-in browser that counts errors."""

    def __init__(self, address: tuple[str, int], cookie: str) -> None:
        self.faults = 0
        self.shown = ""
        self._parts: dict[str, str] = {}
        self._address = address
        self._cookie = cookie
        self._line = Line(address)
        self._listener: Listener | None = None
        self._has_news = asyncio.Event()
        self._is_open = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def close(self) -> None:
        """Close the page."""
        for task in self._tasks:
            task.cancel()
        self._line.close()
        self._line = Line(self._address)
        if self._listener is not None:
            self._listener.close()

    async def _load(self, address: str) -> Answer:
        """Load the page, and keep its cookie."""
        self._is_open.clear()
        answer = await self._get(address)
        assert answer.status == 200, answer
        cookie = _COOKIE.search(answer.head)
        if cookie is not None:
            self._cookie = cookie.group(1).decode()
        return answer

    def _take(self, text: str) -> str:
        """Record what a response shows, and return its version."""
        parts = dict(_PART.findall(text))
        self._parts = self._parts | parts if _DIFFERENCE in text else parts
        return _found(_VERSION, text)

    async def _listen_to(self, address: str, on_notification: Callable[[str], None]) -> None:
        """Keep a stream open until it breaks."""
        ended = asyncio.Event()
        request = (self._head("GET", address) + "\r\n").encode()

        def make() -> Listener:
            return Listener(request, self._is_open.set, on_notification, ended.set)

        _, self._listener = await asyncio.get_running_loop().create_connection(make, *self._address)
        await ended.wait()

    async def _get(self, address: str, *, is_htmx: bool = False, can_wait: bool = False) -> Answer:
        more = "" if is_htmx else "Accept: text/html\r\n"
        more += "Priority: u=5\r\n" if can_wait else ""
        return await self._line.ask((self._head("GET", address, is_htmx=is_htmx) + more + "\r\n").encode())

    def _head(self, method: str, address: str, *, is_htmx: bool = True) -> str:
        asked = ""
        if is_htmx:
            parts = ",".join(f"{name}={part}" for name, part in self._parts.items())
            asked = f"HX-Request: true\r\nHX-Request-Type: partial\r\nX-Shown-Version: {self.shown}\r\n"
            asked += f"X-Shown-Parts: {parts}\r\n" if parts else ""
        return (
            f"{method} {address} HTTP/1.1\r\nHost: {self._address[0]}:{self._address[1]}\r\n"
            f"Cookie: classroom={self._cookie}\r\nAccept-Encoding: gzip\r\nSec-Fetch-Site: same-origin\r\n{asked}"
        )


class StudentPage(Tab):
    """A student's browser with the table open."""

    def __init__(self, address: tuple[str, int], cookie: str) -> None:
        super().__init__(address, cookie)
        self.polls = 0
        self._csrf = ""
        self._move_url = ""
        self._news = asyncio.Condition()

    async def open(self, *, with_files: bool) -> float:
        """Load the page and its files, and open the stream; return the seconds until the page was up to date."""
        began = time.perf_counter()
        answer = await self._load("/play")
        text = answer.text
        self.shown = self._take(text)
        self._csrf, self._move_url = _found(_CSRF, text), _found(_MOVE_URL, text)
        for file in dict.fromkeys(_FILE.findall(text)) if with_files else ():
            assert (await self._get(file)).status == 200, file
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._keep_fresh())]
        async with self._news:
            self._news.notify_all()
        await self._is_open.wait()
        return time.perf_counter() - began

    async def move(self, fields: dict[str, str], version: int) -> None:
        """Post a move, as htmx does."""
        token = self.shown.split(".")
        token[1] = str(version)
        form = {"csrf_token": self._csrf, "version": ".".join(token), "idempotency_key": f"{random.random()}", **fields}
        body = urlencode(form).encode()
        head = self._head("POST", self._move_url) + (
            f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        answer = await self._line.ask(head.encode() + body)
        assert answer.status == 200, (answer.status, answer.text[:500])
        await self._show(answer)

    async def wait_for(self, version: int) -> float:
        """Return when this version or a later one was shown."""
        async with self._news:
            await self._news.wait_for(lambda: int(self.shown.split(".")[1]) >= version)
        return time.perf_counter()

    async def reload(self) -> float:
        """Reload the page with cached files; return the seconds until it was up to date."""
        self.close()
        return await self.open(with_files=False)

    async def _listen(self) -> None:
        await self._listen_to(f"/play/stream?version={self.shown}", self._on_notification)
        seconds = _POLL_SECONDS
        while True:  # no stream: poll
            began = time.perf_counter()
            self.polls += 1
            await self._fetch()
            took = time.perf_counter() - began
            seconds = min(_LONGEST_POLL, max(_POLL_SECONDS, _TIMES_THE_ANSWER * took))
            await asyncio.sleep(seconds * random.uniform(0.75, 1.25))

    def _on_notification(self, payload: str) -> None:
        if payload != self.shown:
            self._has_news.set()

    async def _keep_fresh(self) -> None:
        while True:
            await self._has_news.wait()
            self._has_news.clear()
            await self._fetch()

    async def _fetch(self) -> None:
        try:
            await self._show(await self._get(f"/play/fragment?version={self.shown}", is_htmx=True))
        except (ConnectionError, AssertionError):
            self.faults += 1
            self._has_news.set()
            await asyncio.sleep(0.5)

    async def _show(self, answer: Answer) -> None:
        assert answer.status in {200, 204}, answer.status
        async with self._news:
            self._is_open.set()
            if answer.status == 200:
                version = self._take(answer.text)
                if int(version.split(".")[1]) >= int(self.shown.split(".")[1]):
                    self.shown = version
            self._news.notify_all()


class TeacherPage(Tab):
    """A teacher's browser with the live tables open."""

    def __init__(self, address: tuple[str, int], cookie: str, class_session_id: str) -> None:
        super().__init__(address, cookie)
        self.fetches = 0
        self._page = f"/sessions/{class_session_id}"

    async def open(self) -> None:
        """Load the page, and keep it up to date."""
        self.shown = self._take((await self._load(self._page)).text)
        self._tasks = [
            asyncio.create_task(self._listen_to(f"{self._page}/stream", lambda _: self._has_news.set())),
            asyncio.create_task(self._keep_fresh()),
        ]

    async def _keep_fresh(self) -> None:
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._has_news.wait(), _TEACHER_POLLS)
            self._has_news.clear()
            self.fetches += 1
            began = time.perf_counter()
            try:
                answer = await self._get(f"{self._page}/fragment?version={self.shown}", is_htmx=True, can_wait=True)
                assert answer.status in {200, 204}, answer.status
                if answer.status == 200:
                    self.shown = self._take(answer.text)
            except (ConnectionError, AssertionError):
                self.faults += 1
            took = min(time.perf_counter() - began, _POLL_SECONDS)
            await asyncio.sleep(max(_TEACHER_WAITS, _TIMES_THE_ANSWER * took) - took)


def _found(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    assert found is not None, pattern.pattern
    return found.group(1)
