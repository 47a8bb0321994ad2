"""Open edX as an LMS, using its own package: one line of JSON in, one line out.

It runs in an environment of its own (`make open-edx`), where the package of Open edX is installed and this app is not.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import django
from django.conf import settings

settings.configure(
    PLATFORM_NAME="Northside",
    CACHES={"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}},
)
django.setup()

from lti_consumer.data import Lti1p3LaunchData  # noqa: E402 (needs the settings)
from lti_consumer.lti_1p3.consumer import LtiAdvantageConsumer  # noqa: E402

COURSE = "course-v1:Northside+Math+7B"


class OpenEdx:
    """One tool in one course."""

    def __init__(self, tool: dict[str, Any]) -> None:
        issuer, host = tool["issuer"], tool["host"]
        self._host = host
        self._lms = LtiAdvantageConsumer(
            iss=issuer,
            lti_oidc_url=f"{host}/lti/login",
            lti_launch_url=f"{host}/lti/launch",
            client_id=tool["client_id"],
            deployment_id=tool["deployment"],
            rsa_key=tool["key"],
            rsa_key_id="first",
            redirect_uris=[f"{host}/lti/launch"],
            tool_key=tool["tool_key"],
        )
        self._lms.enable_ags(lineitems_url=f"{issuer}/lineitems?course=1", allow_programmatic_grade_interaction=True)
        self._lms.enable_nrps(f"{issuer}/members")
        self._lms.enable_deep_linking(f"{host}/lti/choose", f"{issuer}/return")

    def begin(self, person: dict[str, str]) -> str:
        """Return the first address for the browser."""
        self._lms.set_user_data(person["id"], person["role"], full_name=person["name"])
        self._lms.set_resource_link_claim("link-1", title="Play")
        self._lms.set_context_claim(COURSE, context_title="Math 7B")
        launch = Lti1p3LaunchData(
            user_id=person["id"],
            user_role=person["role"],
            config_id="1",
            resource_link_id="link-1",
            message_type=person["message"],
        )
        return str(self._lms.prepare_preflight_url(launch))

    def message(self, asked: dict[str, str]) -> Any:
        """Return the fields that the browser posts."""
        return self._lms.generate_launch_request(asked)

    def token(self, sent: dict[str, str]) -> Any:
        """Verify the tool's signed request, and return an access token."""
        return self._lms.access_token(sent)

    def chosen(self, answer: str) -> Any:
        """Verify the tool's choice."""
        return self._lms.check_and_decode_deep_linking_token(answer)

    def allows(self, token: str) -> bool:
        """Return whether an access token allows reading the roster."""
        scope = "https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly"
        return bool(self._lms.check_token(token, [scope]))


def main() -> None:
    """Answer until the end of input."""
    lms = OpenEdx(json.loads(sys.stdin.readline()))
    for line in sys.stdin:
        wanted, given = json.loads(line)
        print(json.dumps(getattr(lms, wanted)(given)), flush=True)


if __name__ == "__main__":
    main()
