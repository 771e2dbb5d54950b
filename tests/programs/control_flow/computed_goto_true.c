// EXPECT: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main()
{
    void *t[] = {&&a, &&a};

    int x = __VERIFIER_nondet_int() & 1;
    goto *t[x];
a:
    return 0;
b:
    reach_error();
    return 0;
}
