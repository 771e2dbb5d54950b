// EXPECT: FALSE
// INPUT: -1
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main()
{
    int x = __VERIFIER_nondet_int();
    if (x < 0) {
        if (!((x >> 31) != -1))
            reach_error();
    }
    return 0;
}
