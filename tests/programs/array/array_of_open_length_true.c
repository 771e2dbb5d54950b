// EXPECT: TRUE
// PROPERTY: G ! array-index
#include <stdlib.h>

struct text {
    int length;
    char bytes[];
};

int main(void)
{
    struct text *t = malloc(sizeof *t + 4);
    t->length = 4;
    for (int i = 0; i < t->length; i++)
        t->bytes[i] = 'a';
    free(t);
    return 0;
}
