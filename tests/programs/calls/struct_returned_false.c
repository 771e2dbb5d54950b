// EXPECT: FALSE
// INPUT: 1 1 0
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
#define A(c) do { if (!(c)) reach_error(); } while (0)
struct s { int a, b; };
static struct s up(struct s x) { x.a++; return x; }
int main(void) { struct s x = {0, 0};
  while (__VERIFIER_nondet_bool()) x = up(x);
  A(x.a <= 1); return 0; }
