"""Start the command line as `python -m classroom`."""

from __future__ import annotations

from classroom.cli import main

raise SystemExit(main())
