// EXPECT: FALSE
// PROPERTY: G valid-deref
// INPUT: 3
// NOT COMPILED: the sanitizer does not look at rows
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) { int a[2][3]; int n = __VERIFIER_nondet_uchar() % 4; for (int i = 0; i < n; i++) a[1][i + 1] = 0; return 0; }
