// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    int x = 5;
    unsigned long u = (unsigned long)&x | 1;
    if (u & 1) {
        int *q = (int *)(u & ~1ul);
        *q = 9;
        if (x != 9)
            reach_error();
    }
    return 0;
}
