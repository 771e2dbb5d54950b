// EXPECT: FALSE
// INPUT: 3
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
#define A(c) do { if (!(c)) reach_error(); } while (0)
int g; static void set(int v) { g = v; } static void (*const table[2])(int) = {set, set};
int main(void) { int n = __VERIFIER_nondet_uchar(), i; for (i = 0; i < n; i++) table[i & 1](i); A(g == 0 || g == n); return 0; }
