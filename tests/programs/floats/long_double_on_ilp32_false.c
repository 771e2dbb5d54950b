// EXPECT: FALSE
// MACHINE: ILP32
extern void reach_error(void);

int main()
{
    if (!(sizeof(long double) == 12 && sizeof(long) == 4 && sizeof(void *) == 4 && _Alignof(double) == 8))
        reach_error();
    return 0;
}
