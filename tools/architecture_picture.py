"""Write docs/images/architecture.svg from the table of layers in docs/architecture.md.

python tools/architecture_picture.py            print it
python tools/architecture_picture.py --write    write the picture, which a test compares
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
TABLE = ROOT / "docs/architecture.md"
PICTURE = ROOT / "docs/images/architecture.svg"

ROWS = {
    "commands, servers": ("cli", "server"),
    "tasks": ("projects", "session", "campaign", "portfolio"),
    "output": ("report", "harness"),
    "search for a verdict": ("algorithms", "analyses", "refine"),
    "confirmation": ("proofs", "interpreter", "native"),
    "formulas": ("encoding", "solvers", "witnesses"),
    "protocols, facts": ("core", "roles", "pointers"),
    "C programs": ("frontend", "checks", "cfa", "library"),
    "processes, options": ("runtime", "task"),
}
"""Neighbours of the table, with the name of what they have in common."""
WIDTH, HEIGHT, LABEL, GAP = 860, 44, 170, 8
_FILLS = ("#e8eaf6", "#e3f2fd", "#e0f7fa", "#e8f5e9", "#fffde7", "#fff3e0", "#fbe9e7", "#f3e5f5", "#eceff1")


def layers() -> list[str]:
    """The packages of the table, from the top."""
    section = TABLE.read_text(encoding="utf-8").partition("\n## Layers\n")[2].partition("\n## ")[0]
    return re.findall(r"(?m)^\| `(\w+)` \|", section)


def architecture_picture() -> str:
    if (shown := [name for row in ROWS.values() for name in row]) != layers():
        raise SystemExit(f"the picture has {shown}, the table of {TABLE.name} has {layers()}")
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    height = len(ROWS) * (HEIGHT + GAP) + 50
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="15">'
    yield "<title>The packages of Whet in layers</title>"
    yield f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>'
    for number, (title, names) in enumerate(ROWS.items()):
        top = GAP + number * (HEIGHT + GAP)
        yield f'<text x="{GAP + 6}" y="{top + 27}" fill="#424242">{title}</text>'
        width = (WIDTH - LABEL - GAP * (len(names) + 1)) / len(names)
        for column, name in enumerate(names):
            left = LABEL + GAP + column * (width + GAP)
            box = f'x="{left:.0f}" y="{top}" width="{width:.0f}" height="{HEIGHT}" rx="5"'
            yield f'<rect {box} fill="{_FILLS[number]}" stroke="#9e9e9e"/>'
            yield f'<text x="{left + width / 2:.0f}" y="{top + 27}" text-anchor="middle" fill="#212121">{name}</text>'
    caption = "A package imports only packages in rows below it, and to its right in its own row."
    yield f'<text x="{GAP + 6}" y="{height - 18}" fill="#424242">{caption}</text>'
    yield "</svg>"


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        PICTURE.write_text(architecture_picture(), encoding="utf-8")
    else:
        print(architecture_picture(), end="")
