// EXPECT: TRUE
extern long __VERIFIER_nondet_long(void);
extern void reach_error(void);

int main()
{
    long x = __VERIFIER_nondet_long();
    switch (x & 0xffff) {
    case 0x100000000L: reach_error();
    }
    return 0;
}
