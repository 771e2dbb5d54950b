// EXPECT: FALSE
extern void reach_error(void);

__attribute__((destructor)) void fin(void)
{
    reach_error();
}

int main()
{
    return 0;
}
