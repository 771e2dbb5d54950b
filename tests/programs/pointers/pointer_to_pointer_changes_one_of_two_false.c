// EXPECT: FALSE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int x, y;
int main()
{
    int *p = __VERIFIER_nondet_int() ? &x : &y;
    int **pp = &p;
    x = 1;
    y = 1;
    **pp = 2;
    if (x + y == 3)
        reach_error();
    return 0;
}
