// EXPECT: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

extern void abort(void);
int main()
{
    if (__VERIFIER_nondet_int() % 2 == 3) {
        int y = 0;
        reach_error();
        y = 1;
        abort();
    }
    return 0;
}
