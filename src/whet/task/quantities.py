"""Durations and sizes as users write them."""

from __future__ import annotations

import re

_DURATION = re.compile(r"(\d+(?:\.\d+)?) ?(ms|s|min|m|h)?")
_SECONDS = {"ms": 0.001, "s": 1.0, None: 1.0, "m": 60.0, "min": 60.0, "h": 3600.0}
_SIZE = re.compile(r"(\d+(?:\.\d+)?) ?(B|kB|KB|MB|GB)?")
_LONGEST = 100 * 366 * 86400.0
_LARGEST = float(1 << 62)
_BYTES = {"B": 1, None: 1, "kB": 10**3, "KB": 10**3, "MB": 10**6, "GB": 10**9}


def parse_duration(text: str) -> float:
    """Seconds from ``90``, ``90s``, ``500ms``, ``2min`` or ``1h``; raises ``ValueError``."""
    match = _DURATION.fullmatch(text)
    if match is None:
        raise ValueError(f"'{text}' is not a duration such as 60s, 500ms or 2min")
    seconds = float(match[1]) * _SECONDS[match[2]]
    if seconds > _LONGEST:
        raise ValueError(f"'{_few(text)}' is more than a hundred years; 'none' is no limit")
    return seconds


def parse_size(text: str) -> int:
    """Bytes from ``500MB`` or ``4GB``; raises ``ValueError``."""
    match = _SIZE.fullmatch(text)
    if match is None:
        raise ValueError(f"'{text}' is not a size such as 500MB or 4GB")
    count = float(match[1]) * _BYTES[match[2]]
    if count > _LARGEST:
        raise ValueError(f"'{_few(text)}' is more than machines have; 'none' is no limit")
    return int(count)


def _few(text: str) -> str:
    return text if len(text) < 40 else f"{text[:40]}..."


def show_duration(seconds: float) -> str:
    return f"{seconds:g}s"


def show_size(count: int) -> str:
    """With the greatest unit that keeps the number exact to three digits: ``512MB``, ``1.5GB``."""
    for unit, factor in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if count >= factor:
            return f"{count / factor:.3g}{unit}"
    return f"{count}B"
