"""Compiled templates are cached on disk, and pages work without the cache."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from classroom.app import create_app
from classroom.web.compiled_templates import FOLDER

if TYPE_CHECKING:
    from collections.abc import Iterator


def rendered(instance: Path) -> str:
    app = create_app(instance_path=instance)
    with app.test_request_context():
        return app.jinja_env.get_template("reports/_counting.html").render()


def compiled(instance: Path) -> Iterator[Path]:
    return (file for file in (instance / FOLDER).rglob("*") if file.is_file())


def test_the_next_start_reads_compiled_templates(tmp_path: Path) -> None:
    page = rendered(tmp_path)
    [file] = compiled(tmp_path)
    written = file.stat().st_mtime_ns
    assert rendered(tmp_path) == page
    assert [one.stat().st_mtime_ns for one in compiled(tmp_path)] == [written]


def test_a_damaged_file_is_compiled_again(tmp_path: Path) -> None:
    page = rendered(tmp_path)
    [file] = compiled(tmp_path)
    whole = file.read_bytes()
    for broken in (b"", whole[: len(whole) // 2], b"x" * 100):
        file.write_bytes(broken)
        assert rendered(tmp_path) == page
        assert file.read_bytes() == whole


def test_files_of_another_version_are_deleted(tmp_path: Path) -> None:
    other = tmp_path / FOLDER / "0123456789abcdef"
    other.mkdir(parents=True)
    (other / "old.cache").touch()
    rendered(tmp_path)
    assert not other.exists()


def test_pages_work_without_the_folder(tmp_path: Path) -> None:
    page = rendered(tmp_path / "usual")
    without = tmp_path / "without"
    without.mkdir()
    (without / FOLDER).touch()  # a file in place of the folder
    assert rendered(without) == page
