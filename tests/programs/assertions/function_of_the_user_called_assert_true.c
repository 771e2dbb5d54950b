// EXPECT: TRUE
extern void reach_error(void);

void _assert(int c)
{
    if (!c)
        reach_error();
}

int main(void)
{
    _assert(1);
    return 0;
}
