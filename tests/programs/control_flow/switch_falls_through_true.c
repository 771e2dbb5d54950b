// EXPECT: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main()
{
    int x = __VERIFIER_nondet_int();
    int r = 0;
    switch (x) {
    case -1: r += 1;
    case 5: r += 2; break;
    default: r = 7;
    case 9: r += 4;
    }
    if (r == 7)
        reach_error();
    return 0;
}
