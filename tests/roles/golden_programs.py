"""The example programs of the dissertation on variable roles: its figures in ``examples/seeds``, and some in short."""

from __future__ import annotations

from pathlib import Path

_EXAMPLES = Path(__file__).parents[2] / "examples/seeds"


def figure(name: str) -> str:
    return (_EXAMPLES / f"{name}.c").read_text(encoding="utf-8")


PRELUDE = "int nondet_int(void); char nondet_char(void); void assert(int); void assume(int);\n"

BITRATE = figure("roles-3-1a")
BYTE_SWAP = figure("roles-3-1b")
BIT_COUNT = figure("roles-1-1a")
SUFFIX = figure("roles-3-2")
NUMBER_READER = figure("roles-1-1b")
MUTEX = figure("roles-3-3")
THREAD = figure("roles-3-4a")
SKIP_LIST = figure("roles-3-4b")
ABSOLUTE = figure("roles-3-5b")
ACKERMANN = figure("roles-3-5a")
SWITCHES = """
int options(char *arg) { int sw = arg[1]; if (sw == 0) return 0; else if (sw == '-') return 1; return 2; }
"""
MAXIMUM = """
int main(void) {
  int id1 = nondet_char(); int id2 = nondet_char(); int id3 = nondet_char();
  int max1 = id1, max2 = id2, max3 = id3;
  int i = 0, cnt = 0;
  assume(id1!=id2 && id1!=id3 && id2!=id3);
  while (1) {
    if (max3 > max1) max1 = max3;
    if (max1 > max2) max2 = max1;
    if (max2 > max3) max3 = max2;
    if (i == 1) { if (max1 == id1) cnt++; if (max2 == id2) cnt++; if (max3 == id3) cnt++; }
    if (i>=1) assert(cnt==1);
    i++;
  }
}
"""
BUFFER = """
int main(void) {
  int buflen = nondet_int(); int inlen = nondet_int();
  assume(buflen>1); assume(inlen>buflen);
  int buf = 0; int buflim = buflen - 2;
  while (nondet_int()) { if (buf == buflim) break; assert(buf<buflen); buf++; assert(buf<inlen); }
}
"""
STEP_TWO = """
int main(void) { int i; for (i = 0; i < 1000000; i += 2); assert(i == 1000000); }
"""
TWO_LOOPS = """
int main(void) {
  int n = nondet_int(); int i = 0, j = n, k = 0;
  while (i < n) { i++; k++; }
  while (j > 0) { assert(k > 0); j--; k--; }
}
"""
