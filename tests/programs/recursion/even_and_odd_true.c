// EXPECT: TRUE
extern void reach_error(void);

int od(int);
int ev(int n)
{
    return n == 0 ? 1 : od(n - 1);
}

int od(int n)
{
    return n == 0 ? 0 : ev(n - 1);
}

int main()
{
    if (!ev(6))
        reach_error();
    return 0;
}
