// EXPECT: TRUE
// MACHINE: ILP32
extern void reach_error(void);

int main()
{
    int x = 5;
    int a = (int)&x;
    int *q = (int *)a;
    *q = 9;
    if (x != 9)
        reach_error();
    return 0;
}
