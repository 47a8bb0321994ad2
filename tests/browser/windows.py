"""People's browser windows, which record errors and when they showed which version."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, ViewportSize

from tests.browser.proxy import Proxy
from tests.over_http.table import SeenTable, read_table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.over_http.server import LiveServer
    from tests.over_http.stage import Person

SMALL_CHROMEBOOK: ViewportSize = {"width": 1366, "height": 600}
NARROW: ViewportSize = {"width": 320, "height": 640}
LOWEST_TILE = "Math.max(...[...document.querySelectorAll('.tile')].map((one) => one.getBoundingClientRect().bottom))"
HAS_FONT = """() => {
  const pen = document.createElement("canvas").getContext("2d");
  const [own, other] = ["Nunito, monospace", "monospace"].map((font) => {
    pen.font = `16px ${font}`;
    return pen.measureText("Sequence Numbers").width;
  });
  return own !== other || ![...document.fonts].some((one) => one.family === "Nunito");
}"""
"""Whether a page shows its font, if it has one."""
RETURN = "document.dispatchEvent(new Event('visibilitychange'))"
"""Tells a page that its tab is looked at again. Chromium without windows shows all tabs at once, so it doesn't."""

NOTE_WHEN = """
window.shownAt = {};
window.sentAt = {};
window.streamAt = {};
window.violations = [];
const now = () => performance.timeOrigin + performance.now();
const version = () => document.querySelector("#live input[name=version]")?.value ?? "";
document.addEventListener("htmx:after:swap", () => { window.shownAt[version()] ??= now(); });
document.addEventListener("htmx:config:request", (event) => {
  if (event.detail.ctx.request.method === "POST") window.sentAt[version()] = now();
});
new MutationObserver(() => {
  window.streamAt[document.documentElement.dataset.stream] = now();
}).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-stream"] });
document.addEventListener("securitypolicyviolation", (event) => window.violations.push(event.violatedDirective));
"""
"""When a version was on the screen, when a move was sent from it, and when the stream last came into a state, in
milliseconds since 1970."""


@dataclass
class Window:
    """One person's browser, with its own proxy to the server."""

    name: str
    context: BrowserContext
    proxy: Proxy
    page: Page = field(init=False)
    """The current tab."""
    faults: list[str] = field(default_factory=list)
    """Errors in its console."""

    @property
    def address(self) -> str:
        """The server's address for this browser."""
        return self.proxy.address

    def open_tab(self) -> Page:
        """Open another tab; its errors are recorded too."""
        page = self.context.new_page()
        page.on("console", self._note)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        return page

    def seen(self) -> SeenTable | None:
        """Return the table as the page shows it."""
        return read_table(self.page.content())

    def version(self) -> str:
        """Return the token of the version that the page shows."""
        return self.page.locator("#live input[name=version]").first.get_attribute("value") or ""

    def wait_for(self, version: str, *, seconds: float = 20) -> None:
        """Wait until the page shows this version or a later one of the same game."""
        self.page.wait_for_function(
            "wanted => { const shown = document.querySelector('#live input[name=version]')?.value ?? '';"
            " const [a, b] = [shown.split('.'), wanted.split('.')];"
            " return a[0] !== b[0] || Number(a[1]) >= Number(b[1]); }",
            arg=version,
            timeout=seconds * 1000,
            polling=20,
        )

    def recorded(self, what: str) -> dict[str, float]:
        """Return the page's records: ``shownAt``, ``sentAt``, or ``streamAt``."""
        found: dict[str, float] = self.page.evaluate(f"window.{what}")
        return found

    def violations(self) -> list[str]:
        """Return violations of the content security policy on the current page."""
        found: list[str] = self.page.evaluate("window.violations")
        return found

    def close(self) -> None:
        """Close the browser and its proxy."""
        self.context.close()
        self.proxy.close()

    def _note(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.faults.append(f"{message.text} ({message.location.get('url')})")


def open_window(browser: Browser, server: LiveServer, person: Person, **options: Any) -> Window:
    """Open a browser for a signed-in person."""
    proxy = Proxy(server.port)
    context = browser.new_context(**{"viewport": SMALL_CHROMEBOOK, **options})
    context.set_default_timeout(30_000)
    context.add_cookies([{"name": "classroom", "value": person.cookie, "url": proxy.address}])
    context.add_init_script(NOTE_WHEN)
    window = Window(person.name, context, proxy)
    window.page = window.open_tab()
    return window


def open_in_font(page: Page, address: str) -> None:
    """Open a page to measure its texts. On a busy machine, a page keeps a substitute for the font, which is wider."""
    page.goto(address)
    while not page.evaluate(HAS_FONT):
        page.reload()


def stop_clock(page: Page) -> None:
    """Stop a clock that was installed before the page was opened: from here on, only the test advances its time."""
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))


def active_first(server: LiveServer, people: Iterable[Person]) -> list[Person]:
    """Sort students at a table: the active one first. A request costs a hundredth of opening a window."""
    return sorted(people, key=lambda one: "turn-mine" not in server.browser(one.cookie).send("GET", "/play").text)
