/* Integer and floating arithmetic, conversions, long double, shifts, short-circuit evaluation. */
#include <stdio.h>
#include <limits.h>
#include <math.h>

volatile int zero = 0, one = 1, minus = -1;
static int calls;
static int call(int result) { calls++; return result; }

int main(void) {
  int big = INT_MAX; unsigned char uc = 200; signed char sc = (signed char)uc; short s = -1; unsigned u = 3000000000u;
  printf("%d %d %d %u %u\n", big + one, uc + sc, sc, u * 2, u / 7);
  printf("%d %d %d %d\n", -7 / 2, -7 % 2, 7 / -2, 7 % -2);
  printf("%d %d %u %d\n", minus >> 1, s >> 3, u >> 31, one << 30);
  printf("%lld %llu %ld\n", (long long)big * big, (unsigned long long)s, (long)u);
  printf("%d %d %d\n", s < 1u, (long long)s < 1u, sc < uc);
  uc += 100; sc -= 120; s *= 300; u -= 3000000001u;
  printf("%d %d %d %u\n", uc, sc, s, u);
  int both = call(0) && call(1), either = call(1) || call(0), before = calls, after = (call(2), calls);
  printf("%d %d %d %d\n", both, either, before, after);
  int i = 5, j = i++ + 2, k = zero ? 1 : i-- > 6 ? 2 : 3;
  printf("%d %d %d %d\n", i, j, k, !!i + ~i);
  double d = 1.0 / 3; float f = d; long double ld = 1.0L / 3;
  printf("%.20g %.20g %.25Lg\n", d, f, ld);
  printf("%d %d %u %lld\n", (int)-2.9, (int)2.9f, (unsigned)4e9, (long long)-1e15L);
  printf("%g %g %g %g\n", (double)(float)16777217, one / (double)zero, -one / (double)zero, fmod(-7.5, 2));
  printf("%d %d %d\n", f == d, (float)d == f, (double)ld == d);
  printf("%La %a %a\n", ld * 3, 0.1 + 0.2, (double)0.1f);
  double nan = zero / 1.0 / zero;
  printf("%d %d %d %d\n", nan == nan, nan != nan, nan < 1, !(nan >= 1));
  printf("%g %g %g %g %g\n", floor(-1.5), ceil(-0.5), round(2.5), rint(2.5), trunc(-2.7));
  printf("%.17g %.9g %.21Lg\n", sqrt(2), sqrtf(2), sqrtl(2));
  printf("%d %d %d\n", (_Bool)0.5, (_Bool)256, (char)300);
  unsigned long long h = 14695981039346656037ULL;
  for (const char *c = "hash me"; *c; c++) h = (h ^ (unsigned char)*c) * 1099511628211ULL;
  printf("%llx\n", h);
  float acc = 0; for (int n = 1; n < 1000; n++) acc += 1.0f / n;
  printf("%.9g\n", acc);
  return 0;
}
