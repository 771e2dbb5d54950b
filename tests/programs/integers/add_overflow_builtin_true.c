// EXPECT: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main()
{
    int r;
    if (__builtin_add_overflow(0x7fffffff, __VERIFIER_nondet_int(), &r) && r == 0x7fffffff)
        reach_error();
    return 0;
}
