// EXPECT: FALSE
// INPUT: 2
// ABOUT: members have their own places
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    struct { int a; int b; } s, *p = &s;
    int x = __VERIFIER_nondet_int();
    p->a = 1;
    p->b = x;
    if (p->a == 1 && p->b == 2)
        reach_error();
    return 0;
}
