"""The classes of characters of ``ctype.h``, in the C locale."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

SPACES: Final = b" \t\n\v\f\r"
CLASSES: Final[Mapping[str, bytes]] = MappingProxyType(
    {
        "isdigit": b"0123456789",
        "isxdigit": b"0123456789abcdefABCDEF",
        "isalpha": bytes(byte for byte in range(128) if bytes([byte]).isalpha()),
        "isalnum": bytes(byte for byte in range(128) if bytes([byte]).isalnum()),
        "islower": bytes(range(ord("a"), ord("z") + 1)),
        "isupper": bytes(range(ord("A"), ord("Z") + 1)),
        "isspace": SPACES,
        "isblank": b" \t",
        "iscntrl": bytes(range(32)) + b"\x7f",
        "isprint": bytes(range(32, 127)),
        "isgraph": bytes(range(33, 127)),
        "ispunct": bytes(byte for byte in range(33, 127) if not bytes([byte]).isalnum()),
        "isascii": bytes(range(128)),
    }
)
"""The members of each class, in no particular order."""
