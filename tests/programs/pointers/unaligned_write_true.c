// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    char b[8] = {0};
    *(int *)(b + 1) = 0x11223344;
    if (!(b[1] == 0x44 && b[4] == 0x11 && b[5] == 0))
        reach_error();
    return 0;
}
