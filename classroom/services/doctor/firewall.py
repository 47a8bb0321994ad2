"""Commands that let other devices through this computer's firewall."""

from __future__ import annotations

import platform
import shutil
import sys
from collections.abc import Mapping


def allow_port(port: int, *, system: str | None = None, has: Mapping[str, bool] | None = None) -> str:
    """Return the command that lets other devices through this computer's firewall.

    >>> allow_port(8000, system="Windows")
    'netsh advfirewall firewall add rule name="Sequence Numbers" dir=in action=allow protocol=TCP localport=8000'
    >>> allow_port(8000, system="Linux", has={"ufw": True})
    'sudo ufw allow 8000/tcp'
    """
    system = system or platform.system()
    known = {name: shutil.which(name) is not None for name in ("ufw", "firewall-cmd")} if has is None else has
    if system == "Windows":
        rule = f"dir=in action=allow protocol=TCP localport={port}"
        return f'netsh advfirewall firewall add rule name="Sequence Numbers" {rule}'
    if system == "Darwin":
        return f"sudo /usr/libexec/ApplicationFirewall/socketfilterfw --unblockapp {sys.executable}"
    if known.get("ufw"):
        return f"sudo ufw allow {port}/tcp"
    if known.get("firewall-cmd"):
        return f"sudo firewall-cmd --permanent --add-port={port}/tcp && sudo firewall-cmd --reload"
    return f"sudo nft add rule inet filter input tcp dport {port} accept"
