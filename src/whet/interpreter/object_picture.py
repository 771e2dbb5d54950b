"""A drawing of an object and of the bytes that an access outside of it concerns."""

from __future__ import annotations

from whet.interpreter.outcomes import FaultyAccess

_WIDTH = 48
"""Characters for all bytes, at the most."""


def object_picture(about: FaultyAccess) -> tuple[str, ...]:
    """Two lines with one scale; none for an access inside of the object, or one too far away to be drawn."""
    begin, end = min(0, about.offset), max(about.size, about.offset + about.width)
    is_inside = about.offset >= 0 and about.offset + about.width <= about.size
    if is_inside or end - begin > 16 * max(about.size, about.width, 1):
        return ()
    unit = -(-(end - begin) // _WIDTH)

    def bar(mark: str, offset: int, size: int) -> str:
        first, last = (offset - begin) // unit, max((offset + size - 1 - begin) // unit, (offset - begin) // unit)
        return " " * first + mark * (last - first + 1)

    width = max(len(bar("#", 0, about.size)), len(bar("^", about.offset, about.width)))
    scale = "" if unit == 1 else f" (each character is {unit} bytes)"
    accessed = f"bytes {about.offset} to {about.offset + about.width - 1}" if about.width > 1 else f"byte {about.offset}"
    return (
        f"object {bar('#', 0, about.size):{width}}  {about.name}, bytes 0 to {about.size - 1}{scale}",
        f"access {bar('^', about.offset, about.width):{width}}  {accessed}",
    )
