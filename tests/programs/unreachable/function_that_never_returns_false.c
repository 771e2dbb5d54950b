// EXPECT: FALSE
// PROPERTY: G ! unreachable-code
// INPUT: 7
// NOT COMPILED: gcc does not look whether such a function returns
extern int __VERIFIER_nondet_int(void);
extern void exit(int status);
static _Noreturn void stop(int status);
static void stop(int status)
{
    if (status < 5)
        exit(status);
}
int main(void)
{
    int status = __VERIFIER_nondet_int();
    if (status > 2)
        stop(status);
    return 0;
}
