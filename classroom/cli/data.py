"""The commands that look after data: passwords, migrations, backups, statistics."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from alembic.util import CommandError
from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError

from classroom import config, hosting, instance
from classroom.services.accounts import logins, two_factor
from classroom.services.accounts.teachers import reset_password as give_new_password
from classroom.services.maintenance import backup, revisions, upgrades
from classroom.services.play.attempts import rebuild_attempts
from classroom.web.server_key import server_key


def reset_password(arguments: argparse.Namespace) -> int:
    name = " ".join(arguments.name)
    with hosting.hosted_app() as app, app.app_context():
        password = give_new_password(name=name)
    if password is None:
        print(f'No teacher is called "{name}". Write the name as it is used to sign in.', file=sys.stderr)
        return 1
    print(
        f'New password of "{name}": {password}\n'
        "All devices of this teacher were signed out, and signing in asks for no code of an app any more."
    )
    return 0


def write_backup(arguments: argparse.Namespace) -> int:
    folder = hosting.settled_instance_path()
    database = _database_file(folder)
    if database is None:
        print(f"The data lie in PostgreSQL, which has a command for it:\n  {backup.DUMP}", file=sys.stderr)
        return 1
    target = Path(arguments.file)
    if not database.is_file():
        raise backup.BackupError(f"There is no database at {database}.")
    with upgrades.alone_with(database):
        backup.copy_database(database=database, target=target)
    backup.note_backup(folder=folder)
    print(f"The backup is in {target}. It holds passwords’ hashes and children’s data: keep it private.")
    return 0


def restore_backup(arguments: argparse.Namespace) -> int:
    folder = hosting.settled_instance_path()
    database = _database_file(folder)
    if database is None:
        print(f"The data lie in PostgreSQL, which has a command for it:\n  {backup.UNDUMP}", file=sys.stderr)
        return 1
    instance.prepare_instance(folder)
    shut_out: list[str] = []

    def prepare(file: Path) -> None:
        try:
            revisions.run_revisions_on_file(file)
            revisions.revision_in_file(file)
            settings = {"SQLALCHEMY_DATABASE_URI": f"sqlite:///{file}"}
            with hosting.opened_app(settings, instance_path=folder) as app, app.app_context():
                logins.end_all_logins()  # they are as old as the backup
                shut_out.extend(two_factor.teachers_without_key(server_key=server_key()))
        except (instance.InstanceError, CommandError) as error:
            raise backup.BackupError(f"{arguments.file} cannot be used. {error} Nothing was changed.") from error
        except SQLAlchemyError as error:
            wrong = "Its tables are not those of the version it says it is of."
            raise backup.BackupError(f"{arguments.file} cannot be used. {wrong} Nothing was changed.") from error

    with upgrades.alone_with(database):
        aside = backup.restore(copy=Path(arguments.file), database=database, prepare=prepare)
    if aside is not None:
        print(f"What was there before lies in {aside}; delete that file when you do not need it any more.")
    print("The backup is restored. Everybody has to sign in again.")
    if shut_out:
        print(
            f"The codes of {', '.join(shut_out)} cannot be checked: they were turned on with another secret_key. Put "
            "that file into the instance folder before the server starts, or reset these teachers' passwords."
        )
    return 0


def _database_file(folder: Path) -> Path | None:
    """The SQLite file; None on PostgreSQL."""
    url = make_url(config.database_url(folder))
    return (folder / url.database).resolve() if url.get_backend_name() == "sqlite" and url.database else None


def migrate_database(_arguments: argparse.Namespace) -> int:
    with hosting.hosted_app():
        print("The database is up to date.")
    return 0


def rebuild_statistics(_arguments: argparse.Namespace) -> int:
    with hosting.hosted_app() as app, app.app_context():
        count = rebuild_attempts()
    print(f"{count} answers were derived again from the logs.")
    return 0
