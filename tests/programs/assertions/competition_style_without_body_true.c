// EXPECT: TRUE

extern void abort(void);
extern void reach_error(void);
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
