"""The vendored scripts run in a real browser under the CSP that the app sends."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import BrowserContext, Request, Route

from tests.browser.conftest import AXE

HTMX = Path(__file__).parents[2] / "static" / "vendor" / "htmx" / "4.0.1"
CSP = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'"
PAGE = """<!doctype html><html lang="en"><title>Try</title>
<meta name="htmx-config" content='{"history": false, "includeIndicatorCSS": false, "extensions": "sse"}'>
<script src="/htmx.min.js"></script><script src="/hx-sse.min.js"></script>
<body hx-headers:inherited='{"X-CSRFToken": "abc"}'><main><h1>Try</h1>
<div id="live" hx-sse:connect="/stream" hx-sse:close="over" hx-swap="none"></div>
<section id="board" hx-get="/board" hx-trigger="poke from:#live" hx-swap="outerMorph"
 hx-include="find input[name='version']"><input type="hidden" name="version" value="1">
<button id="b">old</button></section>
</main></body></html>"""
STREAM = "id: 1\nevent: poke\ndata: 1\n\nevent: over\ndata:\n\n"
FRAGMENT = PAGE[PAGE.index("<section") : PAGE.index("</main>")].replace('value="1"', 'value="2"').replace("old", "new")


def test_a_poke_fetches_the_fragment_and_focus_stays(context: BrowserContext) -> None:
    asked: list[Request] = []

    def answer(route: Route) -> None:
        asked.append(route.request)
        path = route.request.url.removeprefix("http://try.test").partition("?")[0]
        if path.endswith(".js"):
            route.fulfill(path=HTMX / path.removeprefix("/"), content_type="text/javascript")
        elif path == "/stream":
            route.fulfill(
                body="id: 1\nevent: poke\ndata: 1\n\nevent: over\ndata:\n\n", content_type="text/event-stream"
            )
        else:
            body = FRAGMENT if path == "/board" else PAGE
            route.fulfill(body=body, content_type="text/html", headers={"Content-Security-Policy": CSP})

    page = context.new_page()
    page.route("**/*", answer)
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text) if message.type in {"error", "warning"} else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto("http://try.test/")
    page.locator("#b").focus()
    page.get_by_role("button", name="new").wait_for()

    assert page.evaluate("document.activeElement.id") == "b"
    (fetched,) = [request for request in asked if "/board" in request.url]
    assert fetched.url.endswith("/board?version=1")
    assert fetched.headers["x-csrftoken"] == "abc"
    assert fetched.headers["hx-request-type"] == "partial"
    assert problems == []


def test_axe_finds_what_is_wrong(context: BrowserContext) -> None:
    page = context.new_page()
    page.set_content("<html lang=en><title>Try</title><main><h1>Try</h1><img src='data:,'></main></html>")
    page.add_script_tag(path=AXE)
    found = page.evaluate("axe.run().then(results => results.violations.map(one => one.id))")
    assert "image-alt" in found
