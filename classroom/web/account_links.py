"""What a browser keeps while a one-time link is used: in its signed session cookie, never in an address."""

from __future__ import annotations

LINK = "account_link"
"""The token of the link that was opened."""
SCHOOL_PERSON = "school_person"
"""Who came back from the school's sign-in service to accept an invitation: subject and name."""
