// EXPECT: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main()
{
    int x = ({
        int y = __VERIFIER_nondet_int();
        y > 3 ? y : 3;
    });
    if (x < 3)
        reach_error();
    return 0;
}
