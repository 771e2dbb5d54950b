// EXPECT: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

extern void abort(void);
void my_err(void)
{
    reach_error();
    abort();
}

int main()
{
    if (__VERIFIER_nondet_int() % 2 == 3)
        my_err();
    return 0;
}
