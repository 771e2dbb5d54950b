// EXPECT: FALSE
// INPUT: 10
// ABOUT: the tenth turn of a loop fails
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int i = 0, n = __VERIFIER_nondet_int();
    while (i < n && i < 20)
        i++;
    if (i == 10)
        reach_error();
    return 0;
}
