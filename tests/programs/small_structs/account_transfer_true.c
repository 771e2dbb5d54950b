// EXPECT: TRUE
// MACHINE: both
#include <assert.h>
#include <stdlib.h>

struct account {
    int balance;
};

static int transfer(struct account *from, struct account *to, int amount)
{
    if (amount < 0 || amount > from->balance)
        return -1;
    from->balance -= amount;
    to->balance += amount;
    return 0;
}

int main(void)
{
    struct account a = {50}, b = {50};
    transfer(&a, &b, rand() % 200 - 100);
    assert(a.balance + b.balance == 100);
    assert(a.balance >= 0 && b.balance >= 0);
    return 0;
}
