// EXPECT: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main()
{
    int s = __VERIFIER_nondet_int();
    if (s < 32 || s > 35)
        return 0;
    int x = 1 << s;
    if (s < 32)
        reach_error();
    return 0;
}
