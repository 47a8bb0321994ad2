"""Scans of the code and of a running app find no faults, but each kind of planted fault."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.guards.matrix import Scene, set_scene
from tests.scans import code
from tests.scans.crawler import Crawl
from tests.scans.twin import FAULTS, make_twin
from tests.tiers import nightly_except

if TYPE_CHECKING:
    from flask import Flask

    from classroom.models import Student, Teacher
    from tests.factories import Cast
    from tests.page_client import PageClient

PLANTED = {
    "S102": "exec(x)",
    "S103": "os.chmod('x', 0o777)",
    "S104": "host = '0.0.0.0'",
    "S105": "password = 'hunter22'",
    "S108": "open('/tmp/x')",
    "S110": "try:\n    x()\nexcept Exception:\n    pass",
    "S113": "requests.get('http://x.example')",
    "S201": "app = flask.Flask(__name__)\napp.run(debug=True)",
    "S202": "tarfile.open('x').extractall()",
    "S301": "pickle.loads(x)",
    "S306": "tempfile.mktemp()",
    "S307": "eval(x)",
    "S311": "random.random()",
    "S314": "xml.etree.ElementTree.fromstring(x)",
    "S324": "hashlib.md5(x)",
    "S501": "requests.get('https://x.example', verify=False, timeout=1)",
    "S506": "yaml.load(x)",
    "S602": "subprocess.run(x, shell=True)",
    "S605": "os.system(x)",
    "S608": "db.session.execute(f'SELECT * FROM students WHERE name = {x}')",
    "S701": "jinja2.Environment()",
    "S704": "markupsafe.Markup(x)",
}
IMPORTS = "import hashlib, os, pickle, random, subprocess, tarfile, tempfile, xml.etree.ElementTree, flask, jinja2\n"
OWN_RULES = {
    "template": "render_template_string(x)",
    "redirect": "redirect(request.args['next'])",
    "statement": "text(f'SELECT {x}')",
    "exempt": "csrf.exempt(view)",
    "outside": "import requests",
    "pattern": "re.search(request.args['q'], x)",
}
SCRIPTS = {
    "html": "one.innerHTML = event.data;",
    "eval": "eval(one.value)",
    "postMessage": 'addEventListener("message", take);',
}


def test_nothing_dangerous_is_called() -> None:
    found = code.bandit(*code.SOURCES) | code.own_rules()
    print(f"S17 {len(found)} findings in the code")
    assert found == set()


def test_planted_calls_are_found() -> None:
    planted = IMPORTS + "import markupsafe, requests, yaml\n" + "\n".join(PLANTED.values()) + "\n"
    found = {one.split()[0] for one in code.bandit("classroom/planted.py", code=planted)}
    assert set(PLANTED) - found == set()
    assert {
        fault for fault, line in OWN_RULES.items() if fault in code.faults_of_python(line, "classroom/x.py")
    } == set(OWN_RULES)
    assert {fault for fault, line in SCRIPTS.items() if fault in code.faults_of_script(line)} == set(SCRIPTS)
    assert code.faults_of_python("import requests", code.MAY_ASK_OTHERS) == set()
    number = len(PLANTED) + len(OWN_RULES) + len(SCRIPTS)
    print(f"S17 {number} of {number} planted kinds of calls found")


@pytest.fixture
def scene(cast: Cast) -> Scene:
    """Create Alice's class in a session, with Bob at a table."""
    return set_scene(cast)


def start_pages(page: PageClient, scene: Scene) -> list[str]:
    """Return the pages from which all others can be reached."""
    session, game = scene.values["class_session_id"], scene.values["game_id"]
    return ["/", "/sign-in", "/play", "/classes", "/account", "/server", f"/sessions/{session}", f"/games/{game}"]


EXCLUDED = frozenset({"/sign-out", "/account/delete"})


@pytest.mark.parametrize("who", nightly_except({"anonymous", "student"}, ["anonymous", "student", "teacher"]))
def test_a_crawler_finds_nothing(page: PageClient, scene: Scene, who: str) -> None:
    people: dict[str, Teacher | Student] = {"student": scene.cast.bob, "teacher": scene.cast.alice}
    if who in people:
        page.sign_in(people[who])
    crawl = Crawl(page.browser, EXCLUDED).run(*start_pages(page, scene))
    print(f"S17 as {who}: {len(crawl.seen)} pages, {len(crawl.posted)} forms, {len(crawl.faults)} findings")
    assert crawl.faults == set()
    assert len(crawl.seen) > {"anonymous": 3, "student": 4, "teacher": 30}[who]


def test_the_crawler_finds_planted_faults(app: Flask, cast: Cast) -> None:
    found = Crawl(make_twin(app, cast.class_7b.id).test_client()).run("/").faults
    assert FAULTS - found == set()
    print(f"S17 {len(FAULTS)} of {len(FAULTS)} planted faults of pages found")


def test_no_page_answers_trace(page: PageClient, cast: Cast) -> None:
    assert page.browser.open("/", method="TRACE").status_code == 405
