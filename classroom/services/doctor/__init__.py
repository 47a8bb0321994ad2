"""Diagnosis of connection problems: checks, each of which finds one problem."""

from __future__ import annotations

from classroom.services.doctor.checks import Setup, examine
from classroom.services.doctor.findings import Finding, Level, Subject, Verdict

__all__ = ["Finding", "Level", "Setup", "Subject", "Verdict", "examine"]
