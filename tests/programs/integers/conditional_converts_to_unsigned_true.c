// EXPECT: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main()
{
    int t = __VERIFIER_nondet_int();
    if ((t ? -1 : 1u) == 0 && t)
        reach_error();
    return 0;
}
