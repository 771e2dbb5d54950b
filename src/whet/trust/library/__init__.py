"""The C library, as far as it is modelled: ``LIBRARY`` has all models, by name."""

from __future__ import annotations

from whet.trust.library import allocation, builtins, mathematics, numbers, objects, output, strings, verifier
from whet.trust.library.registry import LibraryModels

LIBRARY = LibraryModels(part.models for part in (verifier, allocation, strings, numbers, output, mathematics, builtins, objects))

__all__ = ["LIBRARY", "LibraryModels"]
