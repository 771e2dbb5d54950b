// EXPECT: FALSE
// INPUT: 255
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
#define A(c) do { if (!(c)) reach_error(); } while (0)
int main(void) { unsigned x = __VERIFIER_nondet_uchar(), c = 0; while (x) { x &= x - 1; c++; } A(c < 8); return 0; }
