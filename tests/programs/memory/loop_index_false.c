// EXPECT: FALSE
// PROPERTY: G valid-deref
// INPUT: 10
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) { int a[10]; int n = __VERIFIER_nondet_uchar() % 11; for (int i = 0; i <= n; i++) a[i] = i; return a[0]; }
