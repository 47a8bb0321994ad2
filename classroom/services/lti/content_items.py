"""Deep Linking: the signed response that tells the LMS which link the teacher chose."""

from __future__ import annotations

import secrets

from classroom.models import LtiPlatform
from classroom.services.lti.messages import DEEP_LINKING, LTI, VERSION, Launch
from classroom.services.lti.tool_key import ToolKey


def signed_choice(launch: Launch, platform: LtiPlatform, *, key: ToolKey, url: str, title: str, class_id: str) -> str:
    """Sign the response with one link to a class.

    :param url: the target of the link's launches.
    """
    item = {
        "type": "ltiResourceLink",
        "title": title,
        "url": url,
        "custom": {"class": class_id},
        **({"window": {"targetName": "_blank"}} if launch.opens_windows else {}),
    }
    data = {} if launch.return_data is None else {f"{DEEP_LINKING}data": launch.return_data}
    return key.sign(
        {
            "iss": platform.client_id,
            "aud": platform.issuer,
            "nonce": secrets.token_urlsafe(16),
            f"{LTI}message_type": "LtiDeepLinkingResponse",
            f"{LTI}version": VERSION,
            f"{LTI}deployment_id": launch.deployment_id,
            f"{DEEP_LINKING}content_items": [item],
            **data,
        }
    )
