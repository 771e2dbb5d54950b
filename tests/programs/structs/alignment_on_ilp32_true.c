// EXPECT: TRUE
// MACHINE: ILP32
extern void reach_error(void);

int main()
{
    if (!(__alignof__(double) == 8 && __alignof__(long long) == 8 && _Alignof(long long) == 4))
        reach_error();
    return 0;
}
