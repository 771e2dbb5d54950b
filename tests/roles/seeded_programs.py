"""Programs on which refinement diverges and roles help: the examples of section 5.3 of the dissertation on variable roles, as
programs to be verified, and each with a bug.
"""

from __future__ import annotations

PRELUDE = """
void reach_error(void); int __VERIFIER_nondet_int(void); char __VERIFIER_nondet_char(void); void __VERIFIER_assume(int);
void __VERIFIER_assert(int cond) { if (!cond) reach_error(); }
"""

TWO_LOOPS = """
int main(void) {
  int n = __VERIFIER_nondet_int();
  int i = 0, j, k = 0;
  while (i < n) { i++; k++; }
  j = n;
  while (j > 0) { __VERIFIER_assert(k > 0); j--; k--; }
}
"""
TWO_LOOPS_WRONG = TWO_LOOPS.replace("j = n;", "j = n; if (n == 2) j = 3;")

BUFFER = """
int main(void) {
  int buflen = __VERIFIER_nondet_int(); int inlen = __VERIFIER_nondet_int();
  __VERIFIER_assume(buflen > 1); __VERIFIER_assume(inlen > buflen);
  int buf = 0; int buflim = buflen - 2;
  while (__VERIFIER_nondet_int()) {
    if (buf == buflim) break;
    __VERIFIER_assert(buf < buflen); buf++; __VERIFIER_assert(buf < inlen);
  }
}
"""
BUFFER_WRONG = BUFFER.replace("if (buf == buflim) break;", "if (buf == buflim && buflen != 3) break;")

STEP_TWO = """
int main(void) { int i; for (i = 0; i < 1000000; i += 2); __VERIFIER_assert(i == 1000000); }
"""
STEP_TWO_WRONG = """
int main(void) { int i; for (i = 0; i < 5; i += 2); __VERIFIER_assert(i == 5); }
"""

_PROPAGATE = """
  if (max3 > max1) max1 = max3;
  if (max1 > max2) max2 = max1;
  if (max2 > max3) max3 = max2;
"""
MAXIMUM = f"""
int main(void) {{
  int id1 = __VERIFIER_nondet_char(); int id2 = __VERIFIER_nondet_char(); int id3 = __VERIFIER_nondet_char();
  int max1 = id1, max2 = id2, max3 = id3;
  int cnt = 0;
  __VERIFIER_assume(id1 != id2 && id1 != id3 && id2 != id3);
  {_PROPAGATE}
  {_PROPAGATE}
  if (max1 == id1) cnt++;
  if (max2 == id2) cnt++;
  if (max3 == id3) cnt++;
  __VERIFIER_assert(cnt == 1);
}}
"""
"""The greatest of three is propagated twice; it is to be analysed with blocks that end at joins, lest it be one formula."""
MAXIMUM_WRONG = MAXIMUM.replace("if (max2 == id2) cnt++;", "if (max2 == id2 || id1 == 7) cnt++;")
