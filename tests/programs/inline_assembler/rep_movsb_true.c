// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    char a[4] = {1, 2, 3, 4}, b[4] = {0};

    void *d = b;
    const void *s = a;
    long n = 4;
    __asm__ volatile("rep movsb" : "+D"(d), "+S"(s), "+c"(n)::"memory");
    if (b[2] != 3)
        reach_error();
    return 0;
}
