// EXPECT: TRUE
// PROPERTY: G ! overflow
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) { short s = 0; signed char c = 0; while (__VERIFIER_nondet_bool()) { s++; c += 100; } return s + c; }
