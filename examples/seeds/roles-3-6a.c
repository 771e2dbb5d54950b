// Variable roles, Figure 3.6a: dynamic enumeration, extremum and assertion parameter.
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
void __VERIFIER_assert(int cond) { if (!cond) reach_error(); }

int main(void) {
  int id1 = __VERIFIER_nondet_char();
  int id2 = __VERIFIER_nondet_char();
  int id3 = __VERIFIER_nondet_char();
  int max1 = id1, max2 = id2, max3 = id3;
  int i = 0, cnt = 0;

  __VERIFIER_assume(id1 != id2 && id1 != id3 && id2 != id3);

  while (1) {
    if (max3 > max1) max1 = max3;
    if (max1 > max2) max2 = max1;
    if (max2 > max3) max3 = max2;

    if (i == 1) {
      if (max1 == id1) cnt++;
      if (max2 == id2) cnt++;
      if (max3 == id3) cnt++;
    }

    if (i >= 1) __VERIFIER_assert(cnt == 1);
    i++;
  }
}
