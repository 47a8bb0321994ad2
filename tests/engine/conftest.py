"""Hypothesis settings for the engine's tests."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

from tests.repeatable import EXAMPLES

# Generating a random game may take long on a busy machine.
settings.register_profile("engine", deadline=None, max_examples=EXAMPLES, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("engine")
