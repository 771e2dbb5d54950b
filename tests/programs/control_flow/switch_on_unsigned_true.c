// EXPECT: TRUE
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main()
{
    unsigned x = __VERIFIER_nondet_uint();
    switch (x / 2) {
    case -1: reach_error();
    }
    return 0;
}
