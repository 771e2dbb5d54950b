// EXPECT: FALSE
extern void reach_error(void);
#define A(c) do { if (!(c)) reach_error(); } while (0)
int main(void) { int a[3][4]; int *p = &a[0][0];
  for (int i = 0; i < 12; i++) p[i] = i;
  A(a[1][1] == 1); return 0; }
