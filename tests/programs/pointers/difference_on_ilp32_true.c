// EXPECT: TRUE
// MACHINE: ILP32
extern void reach_error(void);

int main()
{
    char a[10];
    char *p = a + 9;
    if (!(sizeof(p - a) == 4 && (a - p) < 0))
        reach_error();
    return 0;
}
