"""Targets of privacy."""

from __future__ import annotations

from tests.trust.target import Target

B = "tests/browser"
C = "tests/classroom"
G = "tests/guards"
PAGES = f"{C}/blueprints"
SERVICES = f"{C}/services"

PRIVACY = (
    Target(
        "P1",
        "each column of the database has a purpose, a kind of person, and a retention time",
        "100 %",
        (f"{G}/test_privacy_inventory.py",),
    ),
    Target(
        "P2",
        "nothing is requested from anywhere else",
        "0 other hosts",
        (
            f"{G}/test_files.py::test_no_file_names_a_package_registry_or_cdn",
            f"{C}/web/test_security.py::test_whatever_can_be_opened_as_a_page_has_every_policy",
            f"{B}/test_every_page.py",
        ),
    ),
    Target(
        "P3",
        "all data of a student or class can be downloaded as a file that a parent can read",
        "≤3 clicks, ≤10 s for a year",
        (f"{PAGES}/test_exports.py", "tests/trust/test_exports_of_a_year.py"),
    ),
    Target(
        "P4",
        "deleted data are removed from every file",
        "0 bytes found; backups ≤35 days",
        (
            f"{SERVICES}/test_erasing.py",
            f"{SERVICES}/maintenance/test_retention_on_postgres.py",
            "tests/field_failures/test_deleted_names.py",
        ),
    ),
    Target(
        "P5",
        "data are deleted automatically after a time that the school chooses",
        "as set, with a warning 14 days before",
        (f"{SERVICES}/maintenance/test_retention.py", f"{PAGES}/test_retention.py"),
    ),
    Target(
        "P6",
        "private by default: no leaderboard with names, no view across classes, local voices only",
        "0 exceptions",
        (f"{B}/test_support.py", f"{PAGES}/test_projector.py", f"{PAGES}/test_missing.py"),
    ),
    Target(
        "P7",
        "documents for schools, for children, and for a school's records",
        "all exist",
        (f"{G}/test_documents.py",),
    ),
)
