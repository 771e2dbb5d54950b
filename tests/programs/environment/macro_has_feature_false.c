// EXPECT: FALSE, or TRUE if assumed
extern void reach_error(void);

int main()
{
#ifdef __has_feature
    return 0;
#endif
    reach_error();
    return 0;
}
