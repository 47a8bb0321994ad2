"""What stands between a student's device and this server: checks, each of which finds one fault."""

from __future__ import annotations

from classroom.services.doctor.checks import Setup, examine
from classroom.services.doctor.findings import Finding, Level, Subject, Verdict

__all__ = ["Finding", "Level", "Setup", "Subject", "Verdict", "examine"]
