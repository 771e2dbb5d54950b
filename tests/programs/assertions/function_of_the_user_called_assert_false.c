// EXPECT: FALSE
extern void reach_error(void);

void _assert(int c)
{
    if (!c)
        reach_error();
}

int main(void)
{
    _assert(1);
    _assert(0);
    return 0;
}
