// EXPECT: FALSE
#include <assert.h>
#include <stdlib.h>

static unsigned coins, sold;

static void insert(void)
{
    if (coins < 3)
        coins++;
}

static void press(void)
{
    if (coins >= 2) {
        coins -= 2;
        sold++;
    } else
        sold++;
}

int main(void)
{
    unsigned inserted = 0;
    for (int i = 0; i < 5; i++) {
        if (rand() % 2) {
            unsigned before = coins;
            insert();
            inserted += coins - before;
        } else
            press();
        assert(2 * sold + coins == inserted);
    }
    return 0;
}
