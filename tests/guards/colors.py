"""Read colors from a style sheet, and compute contrast, distance, and how color-blind people see them."""

from __future__ import annotations

import math
import re

Rgb = tuple[float, float, float]

# Matrices for linear RGB that simulate color blindness (Machado, Oliveira, Fernandes 2009), and gray.
VISION = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "gray": ((0.2126, 0.7152, 0.0722),) * 3,
}


def colors(css: str, theme: str) -> dict[str, Rgb]:
    """Return the named colors of a style sheet, light or dark, as linear RGB."""
    named = dict(re.findall(r"--([\w-]+): #([0-9a-f]{6});", css))
    for name, light, dark in re.findall(
        r"--([\w-]+): var\(--light, #([0-9a-f]{6})\) var\(--dark, #([0-9a-f]{6})\);", css
    ):
        named[name] = {"light": light, "dark": dark}[theme]
    return {
        name: tuple(_linear(int(code[at : at + 2], 16) / 255) for at in (0, 2, 4))  # type: ignore[misc]
        for name, code in named.items()
    }


def contrast(one: Rgb, other: Rgb) -> float:
    """Return the WCAG contrast ratio."""
    low, high = sorted(0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in (one, other))
    return (high + 0.05) / (low + 0.05)


def distance(one: Rgb, other: Rgb) -> float:
    """Return the CIEDE2000 difference, with the names of its paper."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 1.5 - 0.5 * math.sqrt(mean**7 / (mean**7 + 25**7))
    c1, c2 = math.hypot(a1 * g, b1), math.hypot(a2 * g, b2)
    h1, h2 = math.atan2(b1, a1 * g), math.atan2(b2, a2 * g)
    turn = math.remainder(h2 - h1, math.tau) if c1 * c2 > 1e-6 else 0.0
    lightness, chroma, hue = (l1 + l2) / 2, (c1 + c2) / 2, h1 + turn / 2
    t = (
        1
        - 0.17 * math.cos(hue - math.radians(30))
        + 0.24 * math.cos(2 * hue)
        + 0.32 * math.cos(3 * hue + math.radians(6))
        - 0.20 * math.cos(4 * hue - math.radians(63))
    )
    s_l = 1 + 0.015 * (lightness - 50) ** 2 / math.sqrt(20 + (lightness - 50) ** 2)
    d_l, d_c = (l2 - l1) / s_l, (c2 - c1) / (1 + 0.045 * chroma)
    d_h = 2 * math.sqrt(c1 * c2) * math.sin(turn / 2) / (1 + 0.015 * chroma * t)
    away = math.exp(-(((math.degrees(hue) % 360 - 275) / 25) ** 2))
    r_t = -math.sin(math.radians(60 * away)) * 2 * math.sqrt(chroma**7 / (chroma**7 + 25**7))
    return math.sqrt(d_l**2 + d_c**2 + d_h**2 + r_t * d_c * d_h)


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def simulate(color: Rgb, vision: str) -> Rgb:
    """Simulate a color as someone with this kind of vision sees it."""
    rows = [sum(weight * part for weight, part in zip(row, color, strict=True)) for row in VISION[vision]]
    red, green, blue = (min(1.0, max(0.0, part)) for part in rows)
    return red, green, blue


def lab(color: Rgb) -> Rgb:
    """Convert a color to L*, a*, b*."""
    r, g, b = color
    x = _root((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047)
    y = _root(0.2126729 * r + 0.7151522 * g + 0.0721750 * b)
    z = _root((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(part: float) -> float:
    return part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116
