// EXPECT: FALSE
// STDIN: 1 -5\n
#include <assert.h>
#include <stdio.h>

static int balance = 100;

static void withdraw(int amount)
{
    if (amount <= balance)
        balance -= amount;
}

int main(void)
{
    int choice, amount;
    while (scanf("%d %d", &choice, &amount) == 2) {
        switch (choice) {
        case 1: withdraw(amount); break;
        case 2: return 0;
        default: puts("unknown");
        }
        assert(balance >= 0 && balance <= 100);
    }
    return 0;
}
