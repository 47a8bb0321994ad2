from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from classroom.cli import main
from classroom.database import db
from classroom.hosting import hosted_app
from classroom.models import Student, Teacher
from classroom.services.accounts.login_cards import new_cards
from classroom.services.accounts.logins import find_login, start_login
from classroom.services.accounts.teachers import check_name_and_password, create_first_teacher
from classroom.services.audit_log import EntryFilter, entries
from classroom.services.doctor import Finding, Setup
from classroom.services.errors import ServiceError
from tests.factories import make_school_class, make_student
from tests.migrated_database import copy_migrated_database

PASSWORD = "seven purple chairs"


@pytest.fixture(autouse=True)
def instance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CLASSROOM_INSTANCE", str(tmp_path / "instance"))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.delenv("FLASK_DEBUG", raising=False)
    return tmp_path / "instance"


def test_migrate_creates_the_database_and_can_be_repeated(instance: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["migrate"]) == 0
    assert main(["migrate"]) == 0
    assert (instance / "classroom.sqlite3").is_file()
    assert capsys.readouterr().out == "The database is up to date.\n" * 2


def test_a_new_password_works_and_the_old_one_does_not(
    instance: Path, cheap_hashes: None, capsys: pytest.CaptureFixture[str]
) -> None:
    copy_migrated_database(instance)
    with hosted_app() as app, app.app_context():
        create_first_teacher(name="Ms Ada Smith", password=PASSWORD)
    assert main(["reset-password", "ms", "ada", "smith"]) == 0
    found = re.search(r": (\S+)\nThis teacher is signed out", capsys.readouterr().out)
    assert found
    with hosted_app() as app, app.app_context():
        assert check_name_and_password(name="Ms Ada Smith", password=found[1])
        with pytest.raises(ServiceError):
            check_name_and_password(name="Ms Ada Smith", password=PASSWORD)


def test_an_unknown_teacher_gets_a_message(
    instance: Path, cheap_hashes: None, capsys: pytest.CaptureFixture[str]
) -> None:
    copy_migrated_database(instance)
    assert main(["reset-password", "Unknown"]) == 1
    assert capsys.readouterr().err.startswith('There is no teacher named "Unknown".')


def test_incident_commands_end_sign_ins_and_cards(
    instance: Path, cheap_hashes: None, capsys: pytest.CaptureFixture[str]
) -> None:
    copy_migrated_database(instance)
    with hosted_app() as app, app.app_context():
        teacher_id = create_first_teacher(name="Ms Ada Smith", password=PASSWORD).id
        school_class = make_school_class("7B", teacher=db.session.get_one(Teacher, teacher_id))
        student_id, code = make_student("Bob", school_class=school_class).id, school_class.code
        new_cards(class_id=school_class.id)
        tokens = [start_login(teacher_id=teacher_id), start_login(student_id=student_id)]
    assert main(["revoke-cards", "zzzzzz"]) == 1
    assert main(["revoke-cards", code.upper()]) == 0
    with hosted_app() as app, app.app_context():
        assert db.session.get_one(Student, student_id).card_hash is None
        assert [find_login(token=token) is not None for token in tokens] == [True, False]
    assert main(["sign-out-everyone"]) == 0
    assert main(["lockdown"]) == 0
    with hosted_app() as app, app.app_context():
        assert find_login(token=tokens[0]) is None
        with pytest.raises(ServiceError):
            start_login(student_id=student_id)
        start_login(teacher_id=teacher_id)
    assert main(["lockdown", "--end"]) == 0
    with hosted_app() as app, app.app_context():
        start_login(student_id=student_id)
        by_command = [entry.action for entry in entries(EntryFilter(actor="command"), most=9)]
    assert by_command[:4] == ["lockdown_ended", "locked_down", "everyone_signed_out", "everyone_signed_out"]
    said = capsys.readouterr()
    assert "Login cards revoked: 1." in said.out
    assert said.err == "No class has the code zzzzzz. Teachers see it on the class page.\n"


def test_rebuild_statistics_counts(instance: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy_migrated_database(instance)
    assert main(["rebuild-statistics"]) == 0
    assert capsys.readouterr().out.startswith("Statistics rebuilt from the game logs: 0 answers")


@pytest.mark.parametrize("port", ["0x50", "-1", "65536", "99999999999", "²"])
def test_an_invalid_port_gets_a_message(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(["--port", port])
    assert exit_.value.code == 2
    assert "is not a port" in capsys.readouterr().err or port == "-1"


@pytest.mark.parametrize("command", ["serve", "demo", "doctor"])
def test_the_port_is_set_once_for_all_commands(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CLASSROOM_PORT", "9123")
    with pytest.raises(SystemExit):
        main([command, "--help"])
    assert "default: 9123" in capsys.readouterr().out
    monkeypatch.setenv("CLASSROOM_PORT", "0x50")
    with pytest.raises(SystemExit) as exit_:
        main([command])
    assert exit_.value.code == 2
    assert "is not a port" in capsys.readouterr().err


def test_https_requires_a_proxy(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(["--https"])
    assert exit_.value.code == 2
    assert "a proxy such as Caddy" in capsys.readouterr().err


def test_debug_mode_is_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("FLASK_DEBUG", "1")
    assert main([]) == 1
    assert capsys.readouterr().err.startswith("Debug mode shows secrets")


def test_a_missing_driver_gets_a_message(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://school@127.0.0.1/classroom")
    for module in [name for name in sys.modules if name.split(".")[0] == "psycopg"]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert main(["migrate"]) == 1
    assert "pip install 'psycopg[binary]'" in capsys.readouterr().err
    assert main(["doctor"]) == 1
    assert re.search(r"^PROBLEM +Database: .* Install it: .*psycopg\[binary\]", capsys.readouterr().out, re.MULTILINE)


UNUSABLE = (
    ("CLASSROOM_PROXIES", "many"),
    ("CLASSROOM_FORECAST_GAMES", "-1"),
    ("CLASSROOM_BASELINES_A_WEEK", "2.5"),
    ("CLASSROOM_SLOW_SECONDS", "nan"),
    ("CLASSROOM_HTTPS", "yes"),
    ("CLASSROOM_LOG", "JSON"),
    ("CLASSROOM_CURRICULUM", "commoncore"),
    ("CLASSROOM_PATH", "sequence"),
    ("CLASSROOM_PATH", "/a b"),
)


@pytest.mark.parametrize(("name", "text"), UNUSABLE)
def test_a_setting_that_cannot_be_used_is_named(
    name: str, text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(name, text)
    assert main(["migrate"]) == 1
    assert capsys.readouterr().err.startswith(f"{name}={text} can't be used. Write ")


def test_an_empty_setting_is_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, _ in UNUSABLE:
        monkeypatch.setenv(name, "")
    assert main(["migrate"]) == 0


def test_doctor_names_a_bad_setting(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("CLASSROOM_PROXIES", "one")
    assert main(["doctor"]) == 1
    assert capsys.readouterr().err.startswith("CLASSROOM_PROXIES=one can't be used.")


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        *(("DATABASE_URL", words) for words in (["doctor"], ["backup", "copy"], ["restore", "copy"], ["migrate"])),
        ("CLASSROOM_DIRECT_DATABASE_URL", ["migrate"]),
    ],
)
def test_every_command_names_a_bad_database_address(
    name: str, arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(name, "mysql://user:secret@host/classroom")
    assert main(arguments) == 1
    printed = capsys.readouterr().err
    assert printed.startswith(f"{name} can't be used.")
    assert "secret" not in printed


@pytest.mark.parametrize("address", ["game.school.example", "ftp://game.school.example", "http://", "http://["])
def test_doctor_refuses_what_is_not_an_address(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(["doctor", "--address", address])
    assert exit_.value.code == 2
    assert f"{address!r} is not an address." in capsys.readouterr().err


def test_doctor_checks_the_address_of_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in (("HTTPS", "1"), ("HOSTS", ".example game.example"), ("PATH", "/sequence")):
        monkeypatch.setenv(f"CLASSROOM_{name}", text)
    examined: list[str | None] = []

    def examine(setup: Setup) -> tuple[Finding, ...]:
        examined.append(setup.address)
        return ()

    monkeypatch.setattr("classroom.cli.doctor.examine", examine)
    assert main(["doctor"]) == 0
    assert examined == ["https://game.example/sequence"]


def test_a_bad_name_is_refused_before_the_server_starts(
    instance: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    copy_migrated_database(instance)
    monkeypatch.setenv("CLASSROOM_NAME", "our school")
    assert main(["--host", "127.0.0.1", "--port", "0"]) == 1
    printed = capsys.readouterr()
    assert printed.err.startswith("CLASSROOM_NAME=our school can't be used.")
    assert "is running" not in printed.out


def test_a_short_key_is_refused(instance: Path, capsys: pytest.CaptureFixture[str]) -> None:
    instance.mkdir()
    (instance / "secret_key").write_text("0123456789")
    assert main(["serve"]) == 1
    assert "shorter than 32 bytes" in capsys.readouterr().err


def test_a_file_that_is_no_database_is_refused_and_kept(instance: Path, capsys: pytest.CaptureFixture[str]) -> None:
    instance.mkdir()
    (instance / "classroom.sqlite3").write_bytes(b"my holiday pictures" * 100)
    assert main(["serve"]) == 1
    printed = capsys.readouterr().err
    assert printed.startswith(f"Can't use the database {instance / 'classroom.sqlite3'}: file is not a database.")
    assert (instance / "classroom.sqlite3").read_bytes().startswith(b"my holiday")
