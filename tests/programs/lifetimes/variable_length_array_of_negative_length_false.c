// EXPECT: FALSE, or TRUE if assumed
extern void reach_error(void);

int main()
{
    int n = -1;
    int a[n];
    reach_error();
    return 0;
}
