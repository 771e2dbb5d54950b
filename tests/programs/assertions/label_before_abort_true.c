// EXPECT: TRUE
// PROPERTY: G ! label(ERROR)
extern int __VERIFIER_nondet_int(void);

extern void abort(void);
int main()
{
    int x = __VERIFIER_nondet_int();
    if (x % 2 == 3) {
    ERROR:
        abort();
    }
    return 0;
}
