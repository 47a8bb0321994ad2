"""All targets of trust: what a school must be able to rely on, and the tests that prove it.

To add a proof, add the test's name to the target's proofs in `security`, `privacy`, or `reliability`, and remove what
it proves from `missing`. A guard checks that each named test exists.
"""

from __future__ import annotations

from tests.trust.privacy import PRIVACY
from tests.trust.reliability import RELIABILITY
from tests.trust.security import SECURITY

TARGETS = (*SECURITY, *PRIVACY, *RELIABILITY)
