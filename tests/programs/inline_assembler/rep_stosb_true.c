// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    char a[4] = {1, 1, 1, 1};

    char *p = a;
    long n = 4;
    __asm__ volatile("rep stosb" : "+D"(p), "+c"(n) : "a"(7) : "memory");
    if (a[2] != 7)
        reach_error();
    return 0;
}
