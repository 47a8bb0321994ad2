"""The commands that look after data: passwords, migrations, statistics."""

from __future__ import annotations

import argparse
import sys

from classroom import hosting
from classroom.services.accounts import reset_password as give_new_password
from classroom.services.attempts import rebuild_attempts


def reset_password(arguments: argparse.Namespace) -> int:
    name = " ".join(arguments.name)
    with hosting.hosted_app() as app, app.app_context():
        password = give_new_password(name=name)
    if password is None:
        print(f'No teacher is called "{name}". Write the name as it is used to sign in.', file=sys.stderr)
        return 1
    print(f'New password of "{name}": {password}\nAll devices of this teacher were signed out.')
    return 0


def migrate_database(_arguments: argparse.Namespace) -> int:
    with hosting.hosted_app():
        print("The database is up to date.")
    return 0


def rebuild_statistics(_arguments: argparse.Namespace) -> int:
    with hosting.hosted_app() as app, app.app_context():
        count = rebuild_attempts()
    print(f"{count} answers were derived again from the logs.")
    return 0
