// EXPECT: TRUE
// PROPERTY: G ! overflow
extern int __VERIFIER_nondet_int(void);
int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 46340) return 0; int s = 0, i = 0; while (i < n) { i++; } s = i * i; return s; }
