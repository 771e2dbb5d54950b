// EXPECT: TRUE
// PROPERTY: G ! unreachable-code
extern int __VERIFIER_nondet_int(void);
extern void exit(int status);
static void stop(int status) __attribute__((noreturn));
static void stop(int status)
{
    if (status < 5)
        exit(status);
    while (1)
        status = 5;
}
int main(void)
{
    int status = __VERIFIER_nondet_int();
    if (status > 2)
        stop(status > 4 ? 4 : status);
    return 0;
}
