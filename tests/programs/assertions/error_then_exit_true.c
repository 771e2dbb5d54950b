// EXPECT: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

extern void exit(int);
int main()
{
    if (__VERIFIER_nondet_int() % 2 == 3) {
        reach_error();
        exit(1);
    }
    return 0;
}
