// EXPECT: FALSE, or TRUE if assumed
extern void reach_error(void);

int main()
{
#if __STDC_VERSION__ == 201710L && defined(__linux__) && defined(__x86_64__) && defined(linux)
    reach_error();
#endif
    return 0;
}
