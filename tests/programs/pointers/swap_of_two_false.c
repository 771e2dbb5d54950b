// EXPECT: FALSE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

void sw(int *a, int *b)
{
    *a ^= *b;
    *b ^= *a;
    *a ^= *b;
}

int main()
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    int a = x, b = y;
    sw(&x, &y);
    if (!(x != b || y != a))
        reach_error();
    return 0;
}
