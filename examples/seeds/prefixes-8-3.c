// Selection between analyses, Figure 8.3: values can only track the counter i, predicates b != 0, too.
extern int __VERIFIER_nondet_int(void);
extern void use(int);
extern void reach_error(void);

int main(void) {
  int b = __VERIFIER_nondet_int();
  int i = 0;

  if (b == 0) return 0;
  while (1) {
    if (i > 9) break;
    use(i++);
  }
  if (b == 0) {
    if (i != 10) reach_error();
  }
  return 0;
}
