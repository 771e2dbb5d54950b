/* Static variables of functions that are called like variables at file level. */
#include "out.h"

int f(void) {
    static int x = 1;
    static int y = 5;
    return x++ + y;
}
int x = 10;
volatile int v;
int y__2 = 4;
int g(void) {
    static int y = 6;
    static int x = 50;
    {
        static int x = 60;
        x++;
    }
    return x + y;
}
int main(void) {
    volatile char c[3];
    c[1] = 2;
    out(f());
    out(x);
    out(g());
    out(v);
    out(y__2);
    return 0;
}
