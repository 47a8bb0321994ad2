"""The health check of the image: ask the server whether its background work goes on and its database takes changes."""

from __future__ import annotations

import os
import sys
from http.client import HTTPConnection, HTTPException

port = int(sys.argv[1]) if len(sys.argv) > 1 else 8000
# The server may answer to the school's name only.
name = os.environ.get("CLASSROOM_HOSTS", "").replace(",", " ").split() or ["localhost"]
connection = HTTPConnection("127.0.0.1", port, timeout=8)
try:
    connection.request("GET", "/ready", headers={"Host": name[0].lstrip(".")})
    answer = connection.getresponse()
    print(answer.read().decode("utf-8", "replace").strip()[:500])
    sys.exit(answer.status != 200)
except (OSError, HTTPException) as error:
    sys.exit(f"The server does not answer: {error}")
