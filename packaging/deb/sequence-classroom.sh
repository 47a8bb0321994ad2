#!/bin/sh
# Run a command of the app as the user that owns the data: sudo sequence-classroom backup FILE
set -eu
owner=sequence-classroom
python=/usr/lib/sequence-classroom/bin/python3

if [ "$(id -u)" = 0 ]; then
    set -a
    . /etc/default/sequence-classroom
    set +a
    export CLASSROOM_INSTANCE=/var/lib/sequence-classroom HOME=/var/lib/sequence-classroom
    umask 077
    exec setpriv --reuid="$owner" --regid="$owner" --init-groups --no-new-privs "$python" -I -m classroom "$@"
fi

case "$(id -un) ${1-}" in
"$owner "*) ;;
*" demo" | *" --help" | *" -h" | *" --version") ;;
*)
    echo "The data belongs to the user $owner. Run this with sudo: sudo sequence-classroom $*" >&2
    exit 1
    ;;
esac
exec "$python" -I -m classroom "$@"
