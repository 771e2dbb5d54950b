// EXPECT: FALSE
// MACHINE: both
// INPUT: 458757
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

union U {
    int i;
    short s[2];
};

int main()
{
    union U u;
    u.i = __VERIFIER_nondet_int();
    u.s[0] = 5;
    if (u.i == 0x70005)
        reach_error();
    return 0;
}
