"""``strtod`` and ``atof``: where a number ends, which one it is, and what is left in ``errno``, as in glibc."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.interpreter.running import compiled_output_of, output_of, program_of
from whet.cfa.types import ILP32, LP64, MachineModel
from whet.interpreter.interpreter import Interpreter
from whet.interpreter.outcomes import Exited, UndefinedBehaviour

EDGES = (
    *("", " ", "+", "-", ".", "e5", "0", "-0", "1.", ".5", "1.5e", "1.5e+", "1.5e-3x", "\t\n 12", "+-1", "1..2", "00012.50"),
    *("0x", "0x.", "0x.8", "0X1P3", "0x1p", "0x1p-", "0xg", "0x1.8p1z", "inf", "INFx", "infinit", "-Infinity", "in", "nan",
      "nan(", "nan()x", "2.2250738585072011e-308", "2.2250738585072012e-308", "2.2250738585072014e-308", "0x1p-1075",
      "0x1.8p-1074", "0x1p-1022", "0x0.fffffffffffff8p-1022", "0x0.fffffffffffffcp-1022", "0x.fffffffffffffdp-1022", "-1e-320",
      "0x0p-9999999999", "1e-999999999", "0x1p-2000", "0.0000e-5", "2.2250738585072013e-308", "0x1.0000000000000001p-1022",
      "NaN(1-2)", "na", "1e308", "1e309", "-1e400", "1e-307", "1e-310", "4e-324", "1e-400", "0x1p-1074"),
)  # fmt: skip
PRINTED = """
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static const char *texts[] = {%s};
int main(void) {
  for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
    char *end; unsigned long long bits;
    errno = 0;
    double value = strtod(texts[i], &end);
    int number = errno;
    memcpy(&bits, &value, 8);
    printf("%%u %%llx %%d %%d", i, bits, (int)(end - texts[i]), number);
    value = atof(texts[i]);
    memcpy(&bits, &value, 8);
    printf(" %%llx\\n", bits);
  }
  return 0;
}
"""


def _random_text(source: random.Random) -> str:
    return "".join(source.choice("0123456789..eEpPxXaAfFnN+-()_ iInNtTyY") for _ in range(source.randrange(1, 12)))


def _literal(text: str) -> str:
    return '"' + text.replace("\t", "\\t").replace("\n", "\\n") + '"'


@pytest.mark.gcc
@pytest.mark.parametrize("machine", [LP64, ILP32], ids=str)
def test_texts_are_read_as_glibc_reads_them(tmp_path: Path, machine: MachineModel) -> None:
    source = random.Random(7)
    texts = [*EDGES, *(_random_text(source) for _ in range(300))]
    program = PRINTED % ", ".join(map(_literal, texts))
    assert program_of(program, tmp_path, machine).functions["strtod"].is_of_library
    assert output_of(program, tmp_path, machine) == compiled_output_of(program, tmp_path, machine)


def test_text_without_an_end_is_read_behind_it(tmp_path: Path) -> None:
    program = '#include <stdlib.h>\nint main(void) { char text[2] = "12"; return strtod(text, 0) == 12; }'
    assert isinstance(Interpreter(program_of(program, tmp_path)).run().outcome, UndefinedBehaviour)


def test_number_out_of_range_is_told_by_errno(tmp_path: Path) -> None:
    program = '#include <stdlib.h>\n#include <errno.h>\nint main(void) { strtod("1e999", 0); return errno; }'
    assert Interpreter(program_of(program, tmp_path)).run().outcome == Exited(34)
