"""S15: signing in with an unknown name takes as long as with a wrong password, and gives the same response."""

from __future__ import annotations

import statistics
import time
from collections import defaultdict
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import delete

from classroom.database import db
from classroom.models import LoginFailure
from classroom.services.accounts import devices, passwords
from tests.factories import make_teacher
from tests.trust.bars import check_bar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.page_client import PageClient

pytestmark = [pytest.mark.nightly, pytest.mark.slow, pytest.mark.timeout(3600)]
SIGN_INS = 2_000
MOST_MS = 5.0


@pytest.fixture
def full_cost() -> Iterator[None]:
    """Use the app's own hasher, which other tests replace with a cheap one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "_hasher", passwords.new_hasher())
        passwords._dummy_hash.cache_clear()
        yield
    passwords._dummy_hash.cache_clear()


def test_medians_of_known_and_unknown_names(page: PageClient, full_cost: None) -> None:
    known = make_teacher("Alice Okafor", password="seven purple llamas").name
    kinds = {"unknown name": "Alicia Okafur", "wrong password": known}
    times: defaultdict[str, list[float]] = defaultdict(list)
    answers: defaultdict[str, set[tuple[int, int, str]]] = defaultdict(set)
    token = page.csrf_token()
    for turn in range(SIGN_INS):
        kind = list(kinds)[turn % 2]  # alternating, so that other work on the computer affects both
        typed = {"name": kinds[kind], "password": "seven yellow llamas", "csrf_token": token}
        began = time.process_time()  # CPU time of all threads, because elapsed time is noisy
        answer = page.request("POST", page.url("auth.sign_in"), {}, {"data": typed})
        times[kind].append(1000 * (time.process_time() - began))
        body = answer.get_data(as_text=True).replace(kinds[kind], "NAME")
        answers[kind].add((answer.status_code, len(body), body if turn < 20 else ""))
        devices._tries.clear()
        db.session.rollback()  # SQLite can't start to write in a transaction that has read an older state
        db.session.execute(delete(LoginFailure))
        db.session.commit()
    medians = {kind: statistics.median(of_kind) for kind, of_kind in times.items()}
    apart = abs(medians["unknown name"] - medians["wrong password"])
    assert {status for found in answers.values() for status, _, _ in found} == {422}
    sizes = {kind: {size for _, size, _ in found} for kind, found in answers.items()}
    assert sizes["unknown name"] == sizes["wrong password"]
    summary = ", ".join(f"{kind} {median:.1f} ms" for kind, median in medians.items())
    print(f"S15 medians of {SIGN_INS:,} sign-ins: {summary}; {apart:.2f} ms apart")
    check_bar(what="milliseconds between the medians", figure=apart, bar=MOST_MS)
