// EXPECT: TRUE
#include <stdlib.h>

extern void reach_error(void);

struct F {
    int n;
    int d[];
};

int main()
{
    struct F *f = malloc(sizeof(struct F) + 12);
    f->n = 3;
    f->d[2] = 7;
    if (!(sizeof(struct F) == 4 && *((int *)f + 3) == 7))
        reach_error();
    return 0;
}
