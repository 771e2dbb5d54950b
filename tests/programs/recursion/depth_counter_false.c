// EXPECT: FALSE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int depth;
void f(int n)
{
    depth++;
    if (n > 0)
        f(n - 1);
    depth--;
}

int main()
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 5)
        return 0;
    f(n);
    if (depth == 0)
        reach_error();
    return 0;
}
