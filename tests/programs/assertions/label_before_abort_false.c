// EXPECT: FALSE
// PROPERTY: G ! label(ERROR)
// INPUT: 3
extern int __VERIFIER_nondet_int(void);

extern void abort(void);
int main()
{
    int x = __VERIFIER_nondet_int();
    if (x == 3) {
    ERROR:
        abort();
    }
    return 0;
}
