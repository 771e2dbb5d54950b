/* Functions of math.h whose results are exact, in three types. */
#include <math.h>
#include <stdio.h>

static const double numbers[] = {0.0, -0.0, 0.3, 0.5, -0.5, 1.5, 2.5, -2.5, 3.999, -1e10, 1e22, 123456789.75, 5e-324, -2.2250738585072014e-308,
  1.7976931348623157e308, 4503599627370497.5, 1.0 / 0.0, -1.0 / 0.0, 16777217.0, 1e-40};
#define COUNT ((int)(sizeof numbers / sizeof *numbers))

#define UNARY(name) printf("%a %a %La\n", name(x), (double)name##f(x), name##l(x))
#define BINARY(name) printf("%a %a %La\n", name(x, y), (double)name##f(x, y), name##l(x, y))

int main(void) {
  for (int i = 0; i < COUNT; i++) {
    double x = numbers[i];
    UNARY(fabs); UNARY(floor); UNARY(ceil); UNARY(trunc); UNARY(round); UNARY(rint); UNARY(nearbyint); UNARY(logb);
    if (x >= 0) UNARY(sqrt);
    int e = 0; double whole; float wholef; long double wholel;
    printf("%a ", frexp(x, &e)); printf("%d ", x - x == 0 ? e : 0);
    printf("%a ", (double)frexpf(x, &e)); printf("%d ", x - x == 0 && fabs(x) < 1e30 ? e : 0);
    printf("%La ", frexpl(x, &e)); printf("%d\n", x - x == 0 ? e : 0);
    printf("%a %a %La ", modf(x, &whole), (double)modff(x, &wholef), modfl(x, &wholel));
    printf("%a %a %La\n", whole, (double)wholef, wholel);
    printf("%a %a %La\n", ldexp(x, 3), (double)ldexpf(x, -20), scalbnl(x, -16400));
    if (fabs(x) < 1e9) printf("%ld %lld %ld %d\n", lround(x), llrint(x), lrintf(x), ilogb(x));
    for (int j = 0; j < COUNT; j++) {
      double y = numbers[j];
      BINARY(copysign); BINARY(nextafter); BINARY(fdim);
      if ((float)x != (float)y) { BINARY(fmax); BINARY(fmin); }
      if (y != 0 && x - x == 0 && (float)y != 0) { BINARY(fmod); BINARY(remainder); }
      if (x - x == 0 && y - y == 0) printf("%a %a %La\n", fma(x, y, 0.1), (double)fmaf(x, y, 0.1f), fmal(x, y, 0.1L));
    }
  }
  return 0;
}
