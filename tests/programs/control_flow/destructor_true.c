// EXPECT: TRUE
extern void reach_error(void);

void fin(void)
{
    reach_error();
}

int main()
{
    return 0;
}
