// EXPECT: TRUE
#include <stdatomic.h>

extern void reach_error(void);

int main()
{
    atomic_int x = 3;
    atomic_fetch_add(&x, 4);
    int e = 7;
    if (!(atomic_compare_exchange_strong(&x, &e, 9) && x == 9))
        reach_error();
    return 0;
}
