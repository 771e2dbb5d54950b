// Variable roles, Figure 1.2: i, j and k are local counters.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int k, i, j;

  for (k = 0, i = 0; i < n; i++, k++);
  for (j = n; j > 0; j--, k--) {
    if (!(k > 0)) reach_error();
  }

  return 0;
}
