// EXPECT: FALSE
// INPUT: 65535
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
#define A(c) do { if (!(c)) reach_error(); } while (0)
int main(void) { unsigned short x = (unsigned short)__VERIFIER_nondet_uint(); int k = 0;
  while (k < 2) { x = ~x; k++; }
  A(~x < 0 && (unsigned short)~x != 0); return 0; }
