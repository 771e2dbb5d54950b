"""What is said of results by conditions behind a call: runs fulfil it, and analyses that know nothing of the function use it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.interpreter.running import compiled_output_of, output_of
from whet.cfa.characters import CLASSES
from whet.cli.exit_codes import ExitCode
from whet.cli.main import main

CHARACTERS = "".join(f'    printf("%d", !!{name}(c));\n' for name in CLASSES)
INTEGERS = f"""
#define _GNU_SOURCE
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {{
  for (int c = -1; c < 256; c++) {{
{CHARACTERS}    printf(" %d %d\\n", toupper(c), tolower(c));
  }}
  int numbers[] = {{0, 1, -1, 2147483647, -2147483647, -2147483647 - 1}};
  for (int i = 0; i < 6; i++) printf("%d %ld %lld\\n", abs(numbers[i]), labs(numbers[i]), llabs(numbers[i] * 3000000000ll));
  int c = 'a'; c = isalpha(c); printf("%d\\n", c != 0);
  return 0;
}}
"""
FLOATING = r"""
#include <math.h>
#include <stdio.h>
static void show(double x) { if (x != x) printf("nan "); else printf("%a ", x); }
int main(void) {
  double values[] = {0.0, -0.0, 1.5, -1.5, 1e300, -1e300, 5e-324, INFINITY, -INFINITY, NAN, 0.75};
  for (int i = 0; i < 11; i++) {
    double x = values[i];
    show(floor(x)); show(ceil(x)); show(sqrt(x)); show(floorf((float)x)); show(ceill(x));
    for (int j = 0; j < 11; j++) if (x != values[j] || x != 0) { show(fmin(x, values[j])); show(fmax(x, values[j])); }
  }
  return 0;
}
"""


@pytest.mark.gcc
@pytest.mark.parametrize("text", [INTEGERS, FLOATING], ids=["integers", "floating"])
def test_runs_fulfil_what_is_said_of_results(tmp_path: Path, text: str) -> None:
    """A condition that does not hold would end the run."""
    assert output_of(text, tmp_path) == compiled_output_of(text, tmp_path)


@pytest.mark.gcc
def test_bounds_of_functions_that_are_not_interpreted_hold_in_glibc(tmp_path: Path) -> None:
    text = r"""
#include <math.h>
#include <stdio.h>
int main(void) {
  int bad = 0;
  for (double x = -800; x < 800; x += 0.37) {
    bad += !(sin(x) >= -1 && sin(x) <= 1) + !(cos(x) >= -1 && cos(x) <= 1) + !(tanh(x) >= -1 && tanh(x) <= 1);
    bad += !(erf(x) >= -1 && erf(x) <= 1) + !(exp(x) >= 0) + !(exp2(x) >= 0) + !(cosh(x) >= 0) + !(fabs(atan(x)) <= 2);
    bad += !(fabs(asin(x / 800)) <= 2) + !(acos(x / 800) >= 0 && acos(x / 800) <= 4) + !(sinf(x) <= 1 && cosl(x) <= 1);
  }
  double ends[] = {INFINITY, -INFINITY};
  for (int i = 0; i < 2; i++) bad += tanh(ends[i]) != tanh(ends[i]) || exp(ends[i]) < 0 || erf(ends[i]) != erf(ends[i]);
  printf("%d", bad);
  return 0;
}
"""
    assert compiled_output_of(text, tmp_path) == "0"


PROGRAM = """
#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int c = __VERIFIER_nondet_int();
  if (c < 0 || c > 255) return 0;
  if (isdigit(c)) assert(c >= '0' && c <= %s);
  assert(toupper(c) != 'a' && abs(c - 300) >= 45);
  assert(sin(c) <= 1);
  return 0;
}
"""


@pytest.mark.parametrize(("most", "code"), [("'9'", ExitCode.TRUE), ("'8'", ExitCode.FALSE)])
@pytest.mark.parametrize("preset", ["df", "refsel"])
def test_presets_that_do_not_unroll_know_characters(tmp_path: Path, preset: str, most: str, code: ExitCode) -> None:
    (tmp_path / "p.c").write_text(PROGRAM % most)
    options = ["--quiet", "--check", "assertion", "--config", preset, "--time-limit", "60s"]
    assert main(["verify", *options, str(tmp_path / "p.c")]) == code


def test_that_the_locale_stays_is_told_where_it_may_change(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    headers = "#include <assert.h>\n#include <ctype.h>\n#include <locale.h>\n"
    for changing, is_told in (('setlocale(LC_ALL, "");', True), ("", False)):
        (tmp_path / "p.c").write_text(f"{headers}int main(void) {{ {changing} assert(!(isalpha)(0xe9)); return 0; }}\n")
        assert main(["verify", "--quiet", "--config", "ki", "--time-limit", "60s", str(tmp_path / "p.c")]) == ExitCode.TRUE
        assert ('the locale stays "C"' in capsys.readouterr().out) == is_told
