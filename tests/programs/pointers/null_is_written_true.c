// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    int *p = 0;
    *p = 1;
    reach_error();
    return 0;
}
