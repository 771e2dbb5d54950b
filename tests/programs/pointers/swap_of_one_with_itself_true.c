// EXPECT: TRUE
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
    int x = __VERIFIER_nondet_int();
    sw(&x, &x);
    if (x != 0)
        reach_error();
    return 0;
}
