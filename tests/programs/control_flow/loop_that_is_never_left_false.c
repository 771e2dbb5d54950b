// EXPECT: FALSE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main()
{
    int x = __VERIFIER_nondet_int();
    while (x != x + 0) {
    }
    reach_error();
    return 0;
}
