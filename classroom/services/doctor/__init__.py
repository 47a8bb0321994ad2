"""Diagnosis of connection problems. Each check finds one kind of problem."""

from __future__ import annotations

from classroom.services.doctor.checks import Setup, examine
from classroom.services.doctor.findings import Finding, Level, Subject, Verdict

__all__ = ["Finding", "Level", "Setup", "Subject", "Verdict", "examine"]
