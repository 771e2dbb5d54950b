// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    char a[4] = {1, 1, 1, 1};
    __asm__ volatile("rep stosb" ::"D"(a), "c"(4L), "a"(7) : "memory");
    if (a[2] != 7)
        reach_error();
    return 0;
}
