// EXPECT: FALSE
extern void reach_error(void);
#define A(c) do { if (!(c)) reach_error(); } while (0)
int main(void) { int a[10]; unsigned i; int s = 0;
  for (i = 0; i < 10; i++) a[i] = 1;
  for (i = 9; i < 10; i--) s += a[i];
  A(s == 9); return 0; }
