// EXPECT: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main()
{
    int x = __VERIFIER_nondet_int();
    switch (x) {
        int y[2];
    case 1: y[0] = 1; break;
    case 2:
        y[0] = 2;
        if (y[0] == 9)
            reach_error();
    }
    return 0;
}
