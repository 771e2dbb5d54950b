// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    int i;
    for (i = 0; i < 100000; i++)
        ;
    if (i != 100000)
        reach_error();
    return 0;
}
