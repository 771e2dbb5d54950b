// EXPECT: FALSE
// INPUT: 5
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main()
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 20)
        return 0;
    int c = 0;
    int k = (n + 3) / 4;
    switch (n % 4) {
    case 0: do { c++;
        case 3: c++;
        case 2: c++;
        case 1: c++;
        } while (--k > 0);
    }
    if (c == n)
        reach_error();
    return 0;
}
