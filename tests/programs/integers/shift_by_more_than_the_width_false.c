// EXPECT: FALSE
// INPUT: 32
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main()
{
    int s = __VERIFIER_nondet_int();
    if (s < 32 || s > 35)
        return 0;
    int x = 1 << s;
    reach_error();
    return 0;
}
