// EXPECT: FALSE, or TRUE if assumed
extern void reach_error(void);

int main()
{
#ifndef __clang__
    reach_error();
#endif
    return 0;
}
