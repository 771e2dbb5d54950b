// EXPECT: FALSE
// INPUT: 9
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
#define A(c) do { if (!(c)) reach_error(); } while (0)
struct s { unsigned f : 3; int g : 4; };
int main(void) { struct s x = {0, 0}; unsigned k = 0, n = __VERIFIER_nondet_uchar();
  while (k < n) { x.f++; x.g++; k++; }
  A(x.f == k || k < 8 && x.g == (int)k); return 0; }
