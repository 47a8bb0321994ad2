"""The WSGI app for other servers, in any number of processes: ``gunicorn … classroom.wsgi:app``.

How to start it: docs/several-processes.md.
"""

from __future__ import annotations

import atexit

from classroom import config, hosting

_hosted = hosting.hosted_app({"MAX_STREAMS": config.count("CLASSROOM_STREAMS", 0)})
app = _hosted.__enter__()
_background = hosting.start_background(app)


@atexit.register
def _stop() -> None:
    _background.stop()
    _background.join(5)
    _hosted.__exit__(None, None, None)
