"""Sign-in services configured by environment variables."""

from __future__ import annotations

import pytest

from classroom.oidc_settings import OidcService, services_of

FIRST = {"CLASSROOM_OIDC_ISSUER": "https://login.example/", "CLASSROOM_OIDC_CLIENT_ID": "app"}
SECOND = {"CLASSROOM_OIDC_2_ISSUER": "https://accounts.google.com", "CLASSROOM_OIDC_2_NAME": "Google"}


def test_there_is_no_service_without_an_issuer() -> None:
    assert services_of({"CLASSROOM_OIDC_CLIENT_ID": "app"}) == ()


def test_the_first_service_is_for_teachers_by_default() -> None:
    (only,) = services_of(FIRST)
    assert only == OidcService("https://login.example", "app")
    assert (only.is_for_teachers, only.is_for_students) == (True, False)


def test_further_services_have_numbers() -> None:
    first, second = services_of(FIRST | SECOND | {"CLASSROOM_OIDC_2_FOR": "students"})
    assert (first.number, second.number, second.name) == (1, 2, "Google")
    assert (second.is_for_teachers, second.is_for_students) == (False, True)


def test_a_service_can_be_for_both() -> None:
    (only,) = services_of(SECOND | {"CLASSROOM_OIDC_2_FOR": "both"})
    assert (only.number, only.is_for_teachers, only.is_for_students) == (2, True, True)


def test_a_service_for_no_one_is_refused() -> None:
    with pytest.raises(ValueError, match="CLASSROOM_OIDC_FOR must be teachers, students, or both, not 'pupils'"):
        services_of(FIRST | {"CLASSROOM_OIDC_FOR": "pupils"})
