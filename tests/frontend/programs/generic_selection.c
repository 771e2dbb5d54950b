/* _Generic and __builtin_choose_expr: the expression that is chosen, and nothing else, is evaluated. */
#include "out.h"

#define KIND(x) _Generic((x), int: 1, char *: 2, double: 3, default: 4)
#define TWICE(x) _Generic((x), int: twice_int, double: twice_double)(x)
#define GREATER(a, b) __builtin_choose_expr(sizeof(a) == sizeof(b), (a) > (b) ? (a) : (b), no_such(a))
int no_such(int);
typedef struct { int a; } S;
static int twice_int(int x) { return 2 * x; }
static double twice_double(double x) { return 2 * x; }
int main(void) {
    int n = 3;
    const int fixed = 5;
    double d = 1.5;
    char text[4] = "abc";
    S s = {7};
    out(KIND(n));
    out(KIND(text));
    out(KIND(d));
    out(KIND(1L));
    out(KIND(&s));
    out(TWICE(n));
    out((int)TWICE(d));
    _Generic(n, int: n, double: d) = 8;
    out(n);
    out(_Generic(n++, int: n, char: d));
    out(_Generic(s, S: s, default: n).a);
    out(_Generic(fixed, int: n++, default: d++));
    out(n + (int)d);
    if (_Generic(d, double: n > 8, default: (char)n)) out(1);
    out(GREATER(n, fixed));
    __builtin_choose_expr(0, d, n) = GREATER(n++, 2);
    out(n);
    return 0;
}
