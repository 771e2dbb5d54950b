// EXPECT: TRUE
// PROPERTY: G valid-deref
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) { int a[10]; int n = __VERIFIER_nondet_uchar() % 10; for (int i = 0; i <= n; i++) a[i] = i; return a[0]; }
