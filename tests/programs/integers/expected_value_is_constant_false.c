// EXPECT: FALSE
extern void reach_error(void);
static int calls;
static int count(void)
{
    return ++calls;
}
int main(void)
{
    int taken = __builtin_expect(calls, count());
    if (taken != 0 || calls != 0)
        reach_error();
    return 0;
}
