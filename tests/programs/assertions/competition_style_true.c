// EXPECT: TRUE

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error()
{
    __assert_fail("0", "x.c", 3, "reach_error");
}
void __VERIFIER_assert(int cond)
{
    if (!(cond)) {
    ERROR:
        {
            reach_error();
            abort();
        }
    }
    return;
}
extern int __VERIFIER_nondet_int(void);
int main()
{
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assert(x % 2 != 3);
    return 0;
}
