"""Write pictures of a terminal in which Whet is run: docs/images/finding.svg and docs/images/proof.svg, which README shows.

    python tools/terminal_pictures.py

The commands are run as they are shown; who won the race, and when, is another one each time.
"""

from __future__ import annotations

import io
import os
import re
import sys
from pathlib import Path

import rich.console
import rich.text

from whet.cli.console import Console
from whet.cli.main import main

ROOT = Path(__file__).parent.parent
PICTURES = {
    "finding": "verify examples/everyday/ringbuf_bad.c",
    "proof": "verify examples/everyday/ringbuf_ok.c",
}
WIDTH = 122


class Terminal(io.StringIO):
    """Colours are printed on it."""

    def isatty(self) -> bool:
        return True


def picture(command: str) -> str:
    os.environ |= {"TERM": "xterm-256color", "COLUMNS": str(WIDTH)}
    os.environ.pop("NO_COLOR", None)
    os.chdir(ROOT)
    seen = Terminal()
    main(command.split(), console=Console(out=seen, err=io.StringIO()))
    recorder = rich.console.Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    recorder.print(rich.text.Text.assemble(("$ ", "bold green"), (f"whet {command}", "bold")))
    recorder.print(rich.text.Text.from_ansi(seen.getvalue()))
    drawn = recorder.export_svg(title=f"whet {command}", unique_id=command.rpartition("/")[2].partition(".")[0])
    return re.sub(r"@font-face \{.*?\}\n", "", drawn, flags=re.DOTALL)  # nothing is loaded from elsewhere


def write() -> int:
    for name, command in PICTURES.items():
        (ROOT / f"docs/images/{name}.svg").write_text(picture(command), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(write())
