"""Reports for tests: programs, and what ``whet verify --report`` makes of them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from whet.cli.main import main

HEADER = (
    "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"
    "extern void *malloc(unsigned long); extern void free(void *);\n"
)
FREED_TWICE = (
    HEADER
    + """struct pair { struct pair *next; int value; };
int count;
static void drop(struct pair *p) {
  count--;
  free(p);
}
int main(void) {
  int numbers[3] = {7, 8, 9};
  char name[8] = "pool";
  struct pair *first = malloc(sizeof(struct pair));
  first->next = 0;
  first->value = numbers[1];
  struct pair *second = malloc(sizeof(struct pair));
  second->next = first;
  second->value = __VERIFIER_nondet_int();
  count = 2;
  drop(first);
  if (second->value == 5 && name[0] == 'p')
    drop(second->next);
  return 0;
}
"""
)
PROVED = (
    HEADER
    + """int main(void) {
  int i = 0;
  while (__VERIFIER_nondet_int()) {
    if (i < 10) i++;
  }
  if (i > 10) reach_error();
  return 0;
}
"""
)
HOSTILE = (
    HEADER
    + """int main(void) {
  const char *text = "</script><script>document.title = 'broken'</script><!-- & \\u2028";
  char copy[40] = "</script><b>bold</b>";
  if (text[0] == '<' && copy[0] == '<')
    reach_error(); /* <img src=x onerror="document.title = 'broken'"> */
  return 0;
}
"""
)
MANY_STATES = (
    HEADER
    + """int main(void) {
  int i = 0, odd = 0;
  while (i < 700) {
    odd = !odd;
    i++;
  }
  if (odd)
    reach_error();
  return 0;
}
"""
)
"""2,109 states if values are tracked."""


def write_report(folder: Path, program: str, *arguments: str) -> Path:
    """The page for a program; its name has what HTML has a meaning for."""
    source, page = folder / "a<b>&.c", folder / "report.html"
    source.write_text(program, encoding="utf-8")
    main(["verify", str(source), "--quiet", "--report", str(page), *arguments])
    return page


def data_of(page: Path) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="report">(.*?)</script>', page.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    data = json.loads(found[1])
    assert isinstance(data, dict)
    return data


def values_at(run: dict[str, Any], step: int) -> dict[str, str]:
    """What each row holds at a step, by ``box name``."""
    held: dict[str, str] = {}
    for each in run["steps"][: step + 1]:
        for number, value, _ in each["changes"]:
            box, name, _ = run["rows"][number]
            key = f"{run['boxes'][box][1]} {name}"
            held[key] = value
            if value is None:
                del held[key]
    return held
