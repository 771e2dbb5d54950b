// EXPECT: TRUE
#include <assert.h>
#include <stdio.h>

static int ask(void)
{
    for (;;) {
        int c = getchar();
        if (c == 'y')
            return 1;
        if (c == 'n' || c == EOF)
            return 0;
    }
}

int main(void)
{
    int answer = ask();
    assert(answer == 0 || answer == 1);
    return 0;
}
