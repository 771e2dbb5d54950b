// EXPECT: FALSE
// INPUT: 1 1 1 1 1
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int x;
void next(void)
{
    x = (x + 1) % 5;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        if (x == 4)
            reach_error();
        next();
    }
    return 0;
}
