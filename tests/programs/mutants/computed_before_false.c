// EXPECT: FALSE
// INPUT: 4 7
// ABOUT: a sum stays what it was when its operand changes
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y;
    if (x > 100)
        return 0;
    y = x + 1;
    x = __VERIFIER_nondet_int();
    if (y == 5) {
        if (x != 4)
            reach_error();
    }
    return 0;
}
