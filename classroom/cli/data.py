"""Commands for data: passwords, migrations, backups, statistics."""

from __future__ import annotations

import argparse
import sys
from contextlib import closing
from pathlib import Path

from alembic.util import CommandError
from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError

from classroom import config, hosting, instance
from classroom.database import SaveProblem, problem_of
from classroom.models import AuditAction
from classroom.services import audit_log
from classroom.services.accounts import lockdown, login_cards, logins, two_factor
from classroom.services.accounts.teachers import reset_password as give_new_password
from classroom.services.classes.school_classes import find_class_by_code
from classroom.services.errors import ServiceError
from classroom.services.maintenance import backup, revisions, upgrades
from classroom.services.play.attempts import rebuild_attempts
from classroom.web.server_key import server_key


def reset_password(arguments: argparse.Namespace) -> int:
    name = " ".join(arguments.name)
    with hosting.hosted_app() as app, app.app_context():
        password = give_new_password(name=name)
    if password is None:
        print(f'There is no teacher named "{name}". Type the name exactly as the teacher signs in.', file=sys.stderr)
        return 1
    print(
        f'New password for "{name}": {password}\n'
        "This teacher is signed out on all devices, and two-step verification is off."
    )
    return 0


def sign_out_everyone(_arguments: argparse.Namespace) -> int:
    with hosting.hosted_app() as app, app.app_context():
        logins.end_all_logins()
    print("Everyone is signed out on all devices.")
    return 0


def revoke_cards(arguments: argparse.Namespace) -> int:
    try:
        with hosting.hosted_app() as app, app.app_context():
            revoked = login_cards.revoke_cards_of_class(class_id=find_class_by_code(code=arguments.code).id)
    except ServiceError:
        print(f"No class has the code {arguments.code}. Teachers see it on the class page.", file=sys.stderr)
        return 1
    print(f"Login cards revoked: {revoked}. These students are signed out. Print new cards on the class page.")
    return 0


def lock_down(arguments: argparse.Namespace) -> int:
    with hosting.hosted_app() as app, app.app_context():
        if not arguments.end:
            lockdown.lock_down()
            print("Everyone is signed out. Until you run lockdown --end, only administrators can sign in.")
            return 0
        was_on = lockdown.end_lockdown()
    print("Lockdown ended. Everyone can sign in again." if was_on else "There is no lockdown.")
    return 0


def write_backup(arguments: argparse.Namespace) -> int:
    folder = hosting.settled_instance_path()
    database = _database_file(folder)
    if database is None:
        print(f"Your data is in PostgreSQL. Back it up with this command:\n  {backup.DUMP}", file=sys.stderr)
        return 1
    target = Path(arguments.file)
    if not database.is_file():
        raise backup.BackupError(
            f"There is no database at {database}. Check CLASSROOM_INSTANCE, or start the app once to create one."
        )
    with upgrades.alone_with(database):
        backup.copy_database(database=database, target=target)
    backup.note_backup(folder=folder)
    print(f"Backup saved to {target}. It contains password hashes and student data: keep it private.")
    return 0


def restore_backup(arguments: argparse.Namespace) -> int:
    folder = hosting.settled_instance_path()
    database = _database_file(folder)
    if database is None:
        print(f"Your data is in PostgreSQL. Restore it with this command:\n  {backup.UNDUMP}", file=sys.stderr)
        return 1
    instance.prepare_instance(folder)
    shut_out: list[str] = []

    def prepare(file: Path) -> None:
        try:
            revisions.run_revisions_on_file(file)
            _check_columns(file)
            settings = {"SQLALCHEMY_DATABASE_URI": f"sqlite:///{file}"}
            with hosting.opened_app(settings, instance_path=folder) as app, app.app_context():
                logins.end_all_logins()  # they are as old as the backup
                audit_log.note(AuditAction.BACKUP_RESTORED)
                shut_out.extend(two_factor.teachers_without_key(server_key=server_key()))
        except (instance.InstanceError, CommandError) as error:
            raise backup.BackupError(f"{arguments.file} can't be restored. {error} Nothing was changed.") from error
        except SQLAlchemyError as error:
            is_full = problem_of(error) is SaveProblem.FULL
            wrong = "The disk is full." if is_full else "Its tables don't match its version."
            raise backup.BackupError(f"{arguments.file} can't be restored. {wrong} Nothing was changed.") from error

    with upgrades.alone_with(database):
        aside = backup.restore(copy=Path(arguments.file), database=database, prepare=prepare)
    if aside is not None:
        print(f"The previous database was moved to {aside}. Delete that file when you no longer need it.")
    print("Backup restored. Everyone must sign in again.")
    if shut_out:
        print(
            f"Two-step verification can't work for {', '.join(shut_out)}: it was turned on with another secret_key "
            "file. Copy that file into the instance folder before you start the server, or reset these passwords."
        )
    return 0


def _check_columns(file: Path) -> None:
    """Check that a migrated backup has all columns, which a file can lack whatever version it names.

    :raises InstanceError: if it does not.
    """
    with closing(revisions.open_file(file)) as connection:
        missing = revisions.missing_column(connection)
    if missing:
        raise instance.InstanceError(f"Its table {missing[0]} has no {missing[1]}.")


def _database_file(folder: Path) -> Path | None:
    """Return the SQLite file; None on PostgreSQL."""
    url = make_url(config.database_url(folder))
    return (folder / url.database).resolve() if url.get_backend_name() == "sqlite" and url.database else None


def migrate_database(_arguments: argparse.Namespace) -> int:
    with hosting.hosted_app():
        print("The database is up to date.")
    return 0


def rebuild_statistics(_arguments: argparse.Namespace) -> int:
    with hosting.hosted_app() as app, app.app_context():
        count = rebuild_attempts()
    print(f"Statistics rebuilt from the game logs: {count} answers.")
    return 0
