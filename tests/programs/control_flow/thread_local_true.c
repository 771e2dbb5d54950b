// EXPECT: TRUE
extern void reach_error(void);

_Thread_local int t = 4;
int main()
{
    if (t != 4)
        reach_error();
    return 0;
}
