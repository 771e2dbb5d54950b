// EXPECT: FALSE, or TRUE if assumed
// NOT COMPILED: the value depends on what is behind the array
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main()
{
    int a[2] = {1, 2};

    int i = __VERIFIER_nondet_int();
    int x = a[i];
    if (x == 3)
        reach_error();
    return 0;
}
