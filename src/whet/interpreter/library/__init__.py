"""The C library, as far as it is modelled: ``LIBRARY`` has all models, by name."""

from __future__ import annotations

from whet.interpreter.library import (
    allocation,
    builtins,
    mathematics,
    numbers,
    objects,
    options,
    output,
    streams,
    strings,
    verifier,
)
from whet.interpreter.library.registry import LibraryModels

_PARTS = (verifier, allocation, strings, numbers, output, streams, mathematics, builtins, objects, options)

LIBRARY = LibraryModels(part.models for part in _PARTS)

__all__ = ["LIBRARY", "LibraryModels"]
