// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    int a[2] = {1, 2};

    int *p = a;
    __asm__("addq $4,%0" : "+r"(p));
    *p = 7;
    if (a[1] != 7)
        reach_error();
    return 0;
}
