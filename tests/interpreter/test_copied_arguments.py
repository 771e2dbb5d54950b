"""Bytes of generated arguments that are copied: what a caller passes was written."""

from __future__ import annotations

from pathlib import Path

import pytest

from whet.cli.main import main

SOURCE = """\
#include <stdlib.h>
#include <string.h>
struct block { unsigned used; unsigned char bytes[8]; };
static unsigned char first(struct block *b) { return b->used ? b->bytes[b->used - 1] : 0; }
int copied(const unsigned char *from, unsigned n) {
    struct block *b = malloc(sizeof *b);
    int result = 0;
    if (!b) return 0;
    b->used = n < 8 ? n : 8;
    memcpy(b->bytes, from, b->used);
    result = first(b) < 200;
    free(b);
    return result;
}
int copied_less(const unsigned char *from, unsigned n) {
    struct block *b = malloc(sizeof *b);
    int result = 0;
    if (!b) return 0;
    b->used = n < 8 ? n : 8;
    memcpy(b->bytes, from, b->used / 2);
    result = first(b) < 200;
    free(b);
    return result;
}
"""


@pytest.mark.parametrize(("function", "fails"), [("copied", False), ("copied_less", True)])
def test_copy_of_an_argument_is_written(
    function: str, fails: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Runs reported a byte of the block as read before it is written, because no number of an argument is stored."""
    monkeypatch.chdir(tmp_path)
    Path("copy.c").write_text(SOURCE)
    words = ["--config", "runs", "--check", "uninitialised", "--time-limit", "4s", "--elements", "4", "--function", function]
    main(["scan", "--quiet", "--workers", "1", *words, "copy.c"])
    assert ("is read before it is written" in capsys.readouterr().out) == fails
