"""One device for a whole table: whoever is signed in there lends it to each student whose turn it is, or who writes."""

from __future__ import annotations

from classroom.models import Game
from classroom.services.errors import PlayErrorCode, ServiceError
from classroom.services.play.seats import students_at


def student_on_device(*, game: Game | None, student_id: str, holder_id: str) -> str:
    """Who does what a device sends: at a table with one device, the student whose cards or questions it shows.

    :param game: the latest of the table where whoever is signed in sits; None: at none.
    :param student_id: who is signed in on the device.
    :param holder_id: whose page it showed, as the form says; empty where every student has a device.
    :raises ServiceError: NOT_SEATED, if that is nobody of this table, or not for this device to say.
    """
    if not holder_id or holder_id == student_id:
        return student_id
    seated = {one.id for one in students_at(game).values()} if game is not None and game.is_shared else set()
    if student_id not in seated or holder_id not in seated:
        raise ServiceError(PlayErrorCode.NOT_SEATED)
    return holder_id
