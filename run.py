"""Set up and start the app or its tests with only Python: see `python3 run.py --help`.

Uses only the standard library and the syntax of Python 3.7, so that an old Python can report that it is too old.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "installed.txt"
RUN, TEST = "requirements.txt", "requirements-test.txt"
# All tests of a file run in one worker, because they share a server; tests/workers.py lists the exceptions.
IN_PARALLEL = ("--workers", "auto")
# Test order, shuffles, and hashes come from this seed, so runs are reproducible. `make test-seeds` tries others.
SEED = os.environ.get("TEST_SEED", "1")

# The first is Chromium without windows, which is enough for tests and opens a page with half the CPU time.
BROWSERS = (
    *("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
    *("msedge", "microsoft-edge"),
)
# Locations on Windows and macOS, where browsers are not on the search path.
BROWSER_PLACES = (
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
DEBIAN_PACKAGES = ("chromium", "libatomic1")  # Playwright's build needs the second but does not include it
NO_BROWSER = """\
No browser was found, and none could be installed. The browser tests are skipped (with CI=true, they fail).
Install Chromium, Chrome, or Edge, or set BROWSER_PATH to the path of one."""
TOO_OLD = """\
This program needs Python 3.11 or later. This is Python {0}.{1}. Use a later one, for example: python3.11 run.py"""
NO_VENV = """\
This Python can't create a virtual environment: it lacks venv or ensurepip. On Debian or Ubuntu, install them with:
sudo apt install python3-venv"""

NOT_WRITABLE = """\
Can't use {0} ({1}).
Start the app as the user who installed it, or move the project to a folder that you may change."""


class SetupFailedError(Exception):
    """Setup can't continue. The text is for the person at the terminal."""


def installed_state(level: str) -> str:
    """Identify a complete `.venv`: by interpreter, location, both requirements files, and the installed level."""
    digest = hashlib.sha256()
    for part in (sys.version.encode(), str(ROOT).encode(), (ROOT / RUN).read_bytes(), (ROOT / TEST).read_bytes()):
        digest.update(hashlib.sha256(part).digest())
    return f"{digest.hexdigest()} {level}\n"


def prepare(level: str) -> None:
    """Install the packages of the requirements file `level` into `.venv`, unless it has them.

    :raises SetupFailedError: if Python lacks a part, a package cannot be installed, or the folder is not writable.
    """
    try:
        _prepare(level)
    except OSError as error:
        raise SetupFailedError(NOT_WRITABLE.format(error.filename or VENV, error.strerror or error)) from error


def _prepare(level: str) -> None:
    present = STAMP.read_text(encoding="utf-8") if STAMP.exists() and PYTHON.exists() else ""
    # The test requirements include the others.
    if present in {installed_state(level), installed_state(TEST)}:
        return
    print(f"Installing packages into {VENV} (needed only after changes). This can take some minutes...", flush=True)
    STAMP.unlink(missing_ok=True)
    uv = shutil.which("uv")
    if not usable_environment(with_pip=not uv):
        # Optional packages are installed with pip (docs/accounts.md). Tests need none.
        make_environment(with_pip=not uv or (level == RUN and importlib.util.find_spec("ensurepip") is not None))
    if uv:
        command = [uv, "pip", "install", "--quiet", "--python", str(PYTHON)]
    else:
        command = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    if subprocess.call([*command, "--require-hashes", "-r", str(ROOT / level)], stdin=subprocess.DEVNULL) != 0:
        raise SetupFailedError(
            "The packages could not be installed. See the error above, and check your internet connection."
        )
    compile_translations()
    STAMP.write_text(installed_state(level), encoding="utf-8")


def compile_translations() -> None:
    """Compile the translations, so that the app doesn't at each start. Errors don't matter."""
    command = [str(PYTHON), "-m", "babel.messages.frontend", "-q", "compile", "--directory", "classroom/translations"]
    subprocess.call(command, cwd=ROOT, stdin=subprocess.DEVNULL)


def usable_environment(*, with_pip: bool) -> bool:
    """Return whether `.venv` uses this Python; it breaks if the folder is moved or the Python is removed."""
    code = "import sys; print(sys.version)" + ("; import pip" if with_pip else "")
    try:
        answer = subprocess.run([str(PYTHON), "-c", code], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return False
    return answer.stdout.strip() == sys.version


def make_environment(*, with_pip: bool) -> None:
    """Create an empty `.venv`.

    :raises SetupFailedError: if this Python cannot.
    """
    if importlib.util.find_spec("venv") is None or (with_pip and importlib.util.find_spec("ensurepip") is None):
        raise SetupFailedError(NO_VENV)
    VENV.mkdir(exist_ok=True)  # an unwritable folder is not a missing package
    options = [] if with_pip else ["--without-pip"]
    if subprocess.call([sys.executable, "-m", "venv", "--clear", *options, str(VENV)]) != 0:
        raise SetupFailedError(NO_VENV)


def find_browser(python: str = sys.executable) -> str | None:
    """Return the path of a Chromium for the tests, or None. `python` may have Playwright."""
    return next((path for path in browsers(python) if path and Path(path).is_file()), None)


def browsers(python: str) -> Iterator[str | None]:
    """Yield possible locations of a browser, best first."""
    yield os.environ.get("BROWSER_PATH")
    own = "from playwright.sync_api import sync_playwright as s\nwith s() as p: print(p.chromium.executable_path)"
    yield subprocess.run([python, "-c", own], capture_output=True, text=True, check=False).stdout.strip()
    yield from map(shutil.which, BROWSERS)
    yield from BROWSER_PLACES


def playwright_starts() -> bool:
    """Return whether Playwright's browser runs; a minimal system may lack a library."""
    return (
        subprocess.run([str(PYTHON), "-m", "playwright", "--version"], capture_output=True, check=False).returncode == 0
    )


def install_browser() -> None:
    """Try Debian's packages if allowed, then Playwright's download. Errors don't matter."""
    print("Installing Chromium for the browser tests...", flush=True)
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for arguments in (["update"], ["install", "-y", "--no-install-recommends", *DEBIAN_PACKAGES]):
            attempt(["apt-get", "-qq", *arguments], quiet)
    if find_browser(str(PYTHON)) is None:
        attempt([str(PYTHON), "-m", "playwright", "install", "chromium"], dict(os.environ))


def attempt(command: list[str], environment: dict[str, str]) -> None:
    """Run a command that may fail, for at most ten minutes."""
    try:
        done = subprocess.run(
            command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=600
        )
    except subprocess.TimeoutExpired:
        print(f"Stopped after 10 minutes: {' '.join(command)}", flush=True)
        return
    if done.returncode != 0:
        print(f"Command failed: {' '.join(command)}\n{done.stderr.strip()[-500:]}", flush=True)


def hand_over(arguments: list[str]) -> int:
    """Replace this process with `.venv`'s Python; on systems where that is impossible, wait for it."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))}
    # -P: files in the current folder must not replace a package.
    command = [str(PYTHON), "-P", *arguments]
    if os.name != "nt":
        os.execve(command[0], command, environment)  # noqa: S606 (no shell is what we want)
    with subprocess.Popen(command, env=environment) as child:
        while True:
            try:
                return child.wait()
            except KeyboardInterrupt:
                continue  # the child got the signal, too, and stops by itself


def run_tests(arguments: list[str]) -> int:
    """Install what the tests need, including a browser, and run pytest in parallel with the given arguments."""
    prepare(TEST)
    browser = find_browser(str(PYTHON))
    if browser is None or not playwright_starts():
        install_browser()
        browser = find_browser(str(PYTHON))
    if browser:
        os.environ["BROWSER_PATH"] = browser
    else:
        print(NO_BROWSER, flush=True)
    os.environ["PYTHONHASHSEED"] = SEED
    # Tests start the app dozens of times; cached bytecode makes each start a quarter cheaper.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.chdir(ROOT)
    return hand_over(["-m", "pytest", f"--randomly-seed={SEED}", *IN_PARALLEL, *arguments])


def main(arguments: list[str]) -> int:
    """Run a command; the app's own commands are in classroom/cli."""
    if sys.version_info < (3, 11):  # noqa: UP036 (an old Python must report it)
        print(TOO_OLD.format(*sys.version_info[:2]), file=sys.stderr)
        return 1
    try:
        if arguments[:1] == ["test"]:
            return run_tests(arguments[1:])
        prepare(RUN)
        return hand_over(["-m", "classroom", *arguments])
    except SetupFailedError as failure:
        print(failure, file=sys.stderr)
        return 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
