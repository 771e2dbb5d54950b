// EXPECT: TRUE
extern void reach_error(void);

typedef int (*F)(int);
int h(int x)
{
    return x - 1;
}
F get(int k)
{
    return k ? h : 0;
}

int main()
{
    F f = get(1);
    if ((*f)(1) != 0)
        reach_error();
    return 0;
}
