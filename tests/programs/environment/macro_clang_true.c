// EXPECT: TRUE, or FALSE if assumed
extern void reach_error(void);

int main()
{
#ifdef __clang__
    reach_error();
#endif
    return 0;
}
