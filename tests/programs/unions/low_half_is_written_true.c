// EXPECT: TRUE
// MACHINE: both
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
    if (u.i == 0x70006)
        reach_error();
    return 0;
}
