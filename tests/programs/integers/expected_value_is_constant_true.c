// EXPECT: TRUE
extern void reach_error(void);
static int calls;
static int count(void)
{
    return ++calls;
}
int main(void)
{
    int taken = __builtin_expect(5, count());
    if (taken != 5 || calls != 0)
        reach_error();
    if (__builtin_expect(count() == 1, 0))
        return 0;
    reach_error();
}
