// EXPECT: FALSE
#include <stdio.h>
#include <stdlib.h>

extern void reach_error(void);

#define CHECK(condition)                                                                                     \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                  \
            reach_error();                                                                                   \
            abort();                                                                                         \
        }                                                                                                    \
    } while (0)

int main(void)
{
    int a[4] = {4, 2, 3, 1};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j + 1 < 3; j++)
            if (a[j] > a[j + 1]) {
                int t = a[j];
                a[j] = a[j + 1];
                a[j + 1] = t;
            }
    CHECK(a[0] == 1);
    CHECK(a[3] == 4);
    return 0;
}
