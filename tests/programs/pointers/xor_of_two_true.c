// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    int x = 5, y = 6;
    unsigned long u = (unsigned long)&x ^ (unsigned long)&y;
    int *q = (int *)(u ^ (unsigned long)&y);
    *q = 9;
    if (x != 9)
        reach_error();
    return 0;
}
