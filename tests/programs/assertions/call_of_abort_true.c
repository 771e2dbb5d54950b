// EXPECT: TRUE
// PROPERTY: G ! call(abort())
extern void abort(void);
extern int __VERIFIER_nondet_int(void);

int main()
{
    if (__VERIFIER_nondet_int() % 2 == 3)
        abort();
    return 0;
}
