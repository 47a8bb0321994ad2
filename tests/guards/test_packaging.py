from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from tests.guards.files import ROOT, project_files
from tests.install.__main__ import WAYS, what_is_missing

START = """
import pathlib, sys
sys.path[:0] = sys.argv[1:3]
from classroom import instance
from classroom.app import create_app
app = create_app(instance_path=pathlib.Path(sys.argv[3]))
assert app.template_folder.startswith(sys.argv[1]), app.template_folder
assert app.static_folder.startswith(sys.argv[1]), app.static_folder
for name in app.jinja_env.list_templates():
    app.jinja_env.get_template(name)
for name in ("css/base.css", "bundles/student.css", "bundles/student.js"):
    answer = app.test_client().get(f"/static/{name}", headers={"Accept-Encoding": "gzip"})
    assert answer.headers.get("Content-Encoding") == "gzip", (name, answer.status)
assert instance.instance_path() == pathlib.Path(sys.argv[3]).parent / "data" / "sequence-classroom"
assert app.jinja_env.globals["command_name"]() == "sequence-classroom"
print(len(app.jinja_env.list_templates()))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel as an installer would."""
    from hatchling.builders.wheel import WheelBuilder

    folder = tmp_path_factory.mktemp("wheel")
    (path,) = WheelBuilder(str(ROOT)).build(directory=str(folder), versions=["standard"])
    return Path(path)


@pytest.fixture(scope="module")
def sdist_names(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    import tarfile

    from hatchling.builders.sdist import SdistBuilder

    (path,) = SdistBuilder(str(ROOT)).build(directory=str(tmp_path_factory.mktemp("sdist")), versions=["standard"])
    with tarfile.open(path) as archive:
        return [name.split("/", 1)[1] for name in archive.getnames()]


def test_building_a_wheel_is_reproducible(wheel: Path, tmp_path: Path) -> None:
    from hatchling.builders.wheel import WheelBuilder

    (again,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    assert Path(again).read_bytes() == wheel.read_bytes()


def names_in(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.mark.parametrize("folder", ["templates", "static"])
def test_the_wheel_contains_all_templates_and_static_files(wheel: Path, folder: str) -> None:
    expected = {
        f"classroom/{file.relative_to(ROOT).as_posix()}" for file in (ROOT / folder).rglob("*") if file.is_file()
    }
    assert expected
    assert expected <= names_in(wheel)


def test_the_wheel_contains_all_code_and_migrations(wheel: Path) -> None:
    code = {file.relative_to(ROOT).as_posix() for file in project_files(".py", ".mako")}
    expected = {name for name in code if name.startswith(("engine/", "classroom/"))}
    assert {"classroom/migrations/env.py", "classroom/migrations/script.py.mako"} <= expected
    assert expected <= names_in(wheel)


def test_the_wheel_contains_nothing_else(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in names_in(wheel)}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"engine", "classroom"}
    names = [name for name in names_in(wheel) if not (name.startswith("classroom/instance/") and name.endswith(".py"))]
    assert [name for name in names if "instance/" in name or name.endswith((".pyc", ".sqlite3"))] == []


@pytest.mark.nightly
def test_the_source_archive_contains_no_instance(sdist_names: list[str]) -> None:
    assert "run.py" in sdist_names
    assert [name for name in sdist_names if name.split("/")[0] in {"instance", ".venv"}] == []


@pytest.mark.nightly
def test_an_unpacked_wheel_starts_outside_the_checkout(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")  # noqa: S202 (we have just made it)
    packages = sysconfig.get_paths()["purelib"]
    command = [sys.executable, "-I", "-S", "-c", START, str(tmp_path / "site"), packages, str(tmp_path / "instance")]
    environment = {name: value for name, value in os.environ.items() if name != "CLASSROOM_INSTANCE"}
    environment["XDG_DATA_HOME"] = str(tmp_path / "data")
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path, env=environment)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 5


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
@pytest.mark.parametrize("builder", ["podman", "docker", "buildah"])
def test_one_program_that_builds_images_is_enough(tmp_path: Path, builder: str) -> None:
    for name in ("make", "sh", builder):
        (tmp_path / name).symlink_to(shutil.which(name) or "/bin/true")
    commands = subprocess.run(
        ["make", "--dry-run", "image"],
        cwd=ROOT,
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert f"{tmp_path / builder} build" in commands


@pytest.mark.parametrize("way", sorted(WAYS))
def test_trying_an_installation_names_the_missing_programs(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setenv("PATH", "")
    assert what_is_missing(way).startswith("Install these programs first: debootstrap")
