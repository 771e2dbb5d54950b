// EXPECT: FALSE
// INPUT: 2
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
#define A(c) do { if (!(c)) reach_error(); } while (0)
static void add(int *a, int *b, int n) { for (int i = 0; i < n; i++) { *a += 1; *b += 1; } }
int main(void) { int x = 0, n = __VERIFIER_nondet_uchar() % 5; add(&x, &x, n); A(x == n || n == 1); return 0; }
