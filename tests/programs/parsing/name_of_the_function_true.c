// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    if (!(__func__[0] == 'm' && sizeof(__func__) == 5 && __LINE__ > 0))
        reach_error();
    return 0;
}
