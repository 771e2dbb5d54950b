// EXPECT: FALSE
extern void reach_error(void);

int main()
{
    int *p = 0;
    if (p)
        *p = 1;
    reach_error();
    return 0;
}
