// EXPECT: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

char big[1000000];
int main()
{
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i >= 1000000)
        return 0;
    big[i] = 1;
    if (big[999999] == 1 && i != 999999)
        reach_error();
    return 0;
}
