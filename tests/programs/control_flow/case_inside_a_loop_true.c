// EXPECT: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main()
{
    int x = __VERIFIER_nondet_int(), r = 0;
    switch (x) {
    case 1:
        for (r = 0; r < 3; r++) {
        case 2: r += 10;
        }
        break;
    default: r = 99;
    }
    if (r == 14 || r == 10)
        reach_error();
    return 0;
}
