#!/bin/sh
# Double-click to start the app on macOS. It needs Python 3.11 or later.
cd "$(dirname "$0")" || exit 1
for python in python3.14 python3.13 python3.12 python3.11 python3; do
    command -v "$python" >/dev/null && "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && exec "$python" run.py "$@"
done
echo "Python 3.11 or later was not found. Install it from python.org, then double-click start.command again."
exit 1
