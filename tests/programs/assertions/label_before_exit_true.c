// EXPECT: TRUE
// PROPERTY: G ! label(ERROR)
extern int __VERIFIER_nondet_int(void);

extern void exit(int);
int main()
{
    int x = __VERIFIER_nondet_int();
    if (x % 2 == 3)
        goto ERROR;
    return 0;
ERROR:
    exit(1);
}
