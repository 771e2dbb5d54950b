// EXPECT: FALSE
// PROPERTY: G ! overflow
// INPUT: -2147483648
extern int __VERIFIER_nondet_int(void);
int main(void) { int x = __VERIFIER_nondet_int(); while (x > 0) x = -x; return -x; }
