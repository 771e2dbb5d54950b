// EXPECT: TRUE, or FALSE if assumed
extern void reach_error(void);

int main()
{
#ifndef __has_feature
    return 0;
#endif
    reach_error();
    return 0;
}
