// EXPECT: FALSE
// INPUT: 4
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
#define A(c) do { if (!(c)) reach_error(); } while (0)
enum color { RED, GREEN = 5, BLUE };
int main(void) { enum color c = RED; int n = __VERIFIER_nondet_uchar(); for (int i = 0; i < n; i++) c = c + 2; A(c <= BLUE); return 0; }
