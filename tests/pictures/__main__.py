"""Write the component page to build/components.html: ``make components``."""

from __future__ import annotations

import tempfile
from pathlib import Path

from classroom.app import create_app
from tests.pictures.components import component_page

BUILD = Path("build")


def main() -> None:
    """Write the page, and print its path."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"TESTING": True, "FORECAST_GAMES": 0}, instance_path=Path(folder))
        page = component_page(app)
    BUILD.mkdir(exist_ok=True)
    written = BUILD / "components.html"
    written.write_text(page, encoding="utf-8")
    print(f"Every component in every state: {written.resolve().as_uri()}")


if __name__ == "__main__":
    main()
