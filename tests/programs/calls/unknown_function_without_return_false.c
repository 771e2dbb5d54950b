// EXPECT: FALSE
// OTHER UNIT: void exit(int); void die(void) { exit(1); }
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

extern void die(void) __attribute__((noreturn));
int main()
{
    int x = __VERIFIER_nondet_int();
    if (x < 0)
        die();
    if (x >= 0)
        reach_error();
    return 0;
}
