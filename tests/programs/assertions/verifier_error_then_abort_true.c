// EXPECT: TRUE
extern int __VERIFIER_nondet_int(void);

extern void abort(void);
extern void __VERIFIER_error(void);
int main()
{
    if (__VERIFIER_nondet_int() % 2 == 3) {
        __VERIFIER_error();
        abort();
    }
    return 0;
}
