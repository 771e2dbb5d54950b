// EXPECT: FALSE
// PROPERTY: G ! call(abort())
// INPUT: 3
extern void abort(void);
extern int __VERIFIER_nondet_int(void);

int main()
{
    if (__VERIFIER_nondet_int() == 3)
        abort();
    return 0;
}
