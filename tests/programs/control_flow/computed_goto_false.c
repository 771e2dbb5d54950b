// EXPECT: FALSE
// INPUT: 1
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main()
{
    void *t[] = {&&a, &&b};

    int x = __VERIFIER_nondet_int() & 1;
    goto *t[x];
a:
    return 0;
b:
    reach_error();
    return 0;
}
