/* Atomic builtins, which are no calls for clang, and older ones, which are. */
#include "out.h"
#include <limits.h>
#include <stdatomic.h>

#define ADD(p, v) __atomic_fetch_add(p, v, __ATOMIC_SEQ_CST)
#define STORE(object, value, order) atomic_store_explicit(&object, value, memory_order_##order)
#define OPERATION(name) __atomic_##name##_fetch
#define TWICE(effect) do { effect; effect; } while (0)
static atomic_int shared;
static void in_macros(void) {
    int x = INT_MAX, expected = 2;
    STORE(shared, 1, release);
    TWICE(TWICE(atomic_fetch_add(&shared, atomic_load(&shared))));
    out(atomic_load(&shared));
    out(OPERATION(add)(&x, 1, __ATOMIC_RELAXED) == INT_MIN);
    out(atomic_compare_exchange_strong(&shared, &expected, 3));
    out(expected);
}
static void with_flags(void) {
    _Bool flag = 0;
    unsigned char byte = 1;
    out(__atomic_test_and_set(&flag, __ATOMIC_ACQUIRE));
    out(__atomic_test_and_set(&flag, __ATOMIC_ACQUIRE));
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    __atomic_clear(&flag, __ATOMIC_RELEASE);
    out(flag);
    out(__atomic_test_and_set(&byte, __ATOMIC_SEQ_CST));
    out(byte);
}
static void by_sync(void) {
    int x = 5, n = 0;
    short s = SHRT_MAX;
    long l = 6;
    char *p = 0, text[2];
    out(__sync_fetch_and_add(&x, 2));
    out(__sync_sub_and_fetch(&x, 1));
    out(__sync_fetch_and_or(&x, 9) + __sync_fetch_and_and(&x, 3) + __sync_xor_and_fetch(&x, 7));
    out(__sync_fetch_and_nand(&l, 3));
    out(l);
    out(__sync_bool_compare_and_swap(&x, x, 7, n));
    out(__sync_bool_compare_and_swap(&x, 6, 8));
    out(__sync_val_compare_and_swap(&x, 7, 9));
    out(x + n);
    __sync_fetch_and_add(&s, 1);
    out(s);
    __sync_synchronize();
    out(__sync_lock_test_and_set(&x, 4));
    __sync_lock_release(&x);
    out(x);
    out(__sync_bool_compare_and_swap(&p, 0, text) && p == text);
}
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
    in_macros();
    with_flags();
    by_sync();
    return 0;
}
