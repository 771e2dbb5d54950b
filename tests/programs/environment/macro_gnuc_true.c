// EXPECT: TRUE, or FALSE if assumed
extern void reach_error(void);

int main()
{
#if __GNUC__ < 8
    reach_error();
#endif
    return 0;
}
