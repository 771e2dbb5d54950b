// EXPECT: FALSE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int f(int x)
{
    return x + 1;
}

int g(int x)
{
    return x * 2;
}

int (*tab[2])(int) = {f, g};

int main()
{
    int i = __VERIFIER_nondet_int() & 1;
    int r = tab[i](10);
    if (!(r != 20 && r != 11))
        reach_error();
    return 0;
}
