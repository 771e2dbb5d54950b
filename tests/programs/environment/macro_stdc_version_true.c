// EXPECT: TRUE, or FALSE if assumed
extern void reach_error(void);

int main()
{
#if __STDC_VERSION__ == 199901L && defined(__linux__) && defined(__x86_64__) && defined(linux)
    reach_error();
#endif
    return 0;
}
