/* Atomic builtins, which are no calls for clang. */
#include "out.h"

#define ADD(p, v) __atomic_fetch_add(p, v, __ATOMIC_SEQ_CST)
struct P {
    int x, y;
};
int main(void) {
    int y = 3, w;
    int z = 4;
    out(__atomic_fetch_add(&y, 2, 5));
    __atomic_fetch_add(&y, 2, 5);
    out(y);
    __atomic_store_n(&y, 9, 5);
    out(y);
    __atomic_exchange(&y, &z, &w, 5);
    out(y);
    out(w);
    out(__atomic_load_n(&y, 0));
    __atomic_load(&y, &w, 0);
    out(w);
    out(__atomic_sub_fetch(&y, 1, 5));
    out(__atomic_exchange_n(&y, 8, 5));
    int e = 8;
    out(__atomic_compare_exchange_n(&y, &e, 5, 0, 5, 5));
    out(y);
    out(__atomic_compare_exchange_n(&y, &e, 6, 0, 5, 5));
    out(e);
    out(__atomic_add_fetch(&y, 1, 5));
    out(__atomic_fetch_nand(&y, 3, 5));
    out(y);
    char c = 127;
    __atomic_fetch_add(&c, 1, 5);
    out(c);
    int i = 0;
    int a[3] = {1, 2, 3};
    __atomic_fetch_or(&a[i++], 8, 5);
    out(a[0]);
    out(i);
    if (__atomic_fetch_sub(&y, 1, 5)) out(y);
    (void)__atomic_fetch_xor(&y, 1, 5);
    out(y);
    return 0;
}
