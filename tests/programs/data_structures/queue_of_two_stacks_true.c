// EXPECT: TRUE
// MACHINE: both
#include <assert.h>

static int in[4], out[4], n_in, n_out;

static void put(int x)
{
    in[n_in++] = x;
}

static int get(void)
{
    if (n_out == 0)
        while (n_in > 0)
            out[n_out++] = in[--n_in];
    return out[--n_out];
}

int main(void)
{
    put(1);
    put(2);
    assert(get() == 1);
    put(3);
    assert(get() == 2);
    assert(get() == 3);
    return 0;
}
