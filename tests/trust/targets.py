"""The targets of trust: what a school must be able to rely on, and what proves it.

A new proof is one line in `security`, `privacy`, or `reliability`: the test's name among the target's proofs; what it
proves goes from `missing`. A guard holds that each named test exists.
"""

from __future__ import annotations

from tests.trust.privacy import PRIVACY
from tests.trust.reliability import RELIABILITY
from tests.trust.security import SECURITY

TARGETS = (*SECURITY, *PRIVACY, *RELIABILITY)
