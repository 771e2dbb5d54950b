// EXPECT: TRUE
// ABOUT: a number is not above and below
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 5) {
        if (x < 3)
            reach_error();
    }
    return 0;
}
