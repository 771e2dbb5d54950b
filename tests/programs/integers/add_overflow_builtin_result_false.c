// EXPECT: FALSE
// INPUT: -1
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main()
{
    int r;
    int x = __VERIFIER_nondet_int();
    if (!__builtin_add_overflow(x, 1, &r) && r == 0)
        reach_error();
    if (x < 0x7fffffff && __builtin_add_overflow(x, 1, &r))
        reach_error();
    return 0;
}
