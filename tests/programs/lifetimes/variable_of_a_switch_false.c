// EXPECT: FALSE

int main()
{
    int *p = 0;
    int i = 0;
L:
    switch (i) {
        int y;
    case 0:
        y = 1;
        p = &y;
        i = 1;
        goto L;
    case 1: reach_error();
    }
    return 0;
}
