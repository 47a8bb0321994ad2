"""How to connect devices, for the projector: address, QR code, and the name on the network."""

from __future__ import annotations

from flask import current_app, render_template, request, url_for
from flask.typing import ResponseReturnValue

from classroom.services.doctor.addresses import network_addresses
from classroom.web.areas import Area, Audience
from classroom.web.join_link import address_for_others, drawn_qr, is_for_this_computer, students_address

blueprint = Area("connect", __name__, Audience.TEACHERS)

_MOST_OTHERS = 2


@blueprint.get("/connect")
def show() -> ResponseReturnValue:
    """Show the address as large as possible."""
    address = address_for_others(url_for("home.show"))
    return render_template(
        "connect/show.html",
        shown=students_address(),
        qr=drawn_qr(address),
        name=_local_name(),
        others=_other_addresses(students_address()),
        check=f"{students_address().rstrip('/')}{url_for('device_check.show').removeprefix(request.script_root)}",
        is_local=is_for_this_computer(),
    )


def _local_name() -> str | None:
    """Return the announced name as students type it."""
    name, port = current_app.config["LOCAL_NAME"], current_app.config["PORT"]
    if name is None:
        return None
    return f"{name}:{port}" if port != 80 else str(name)


def _other_addresses(shown: str) -> list[str]:
    """List other addresses of this computer: it may be in several networks, and the devices in another one."""
    if current_app.config["LOCAL_NAME"] is None:  # bound to one address, or behind a proxy
        return []
    port = current_app.config["PORT"]
    found = [f"{one.ip}:{port}" for one in network_addresses() if not one.is_self_given and not one.is_virtual]
    return [one for one in found if one != shown][:_MOST_OTHERS]
