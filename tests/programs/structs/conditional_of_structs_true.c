// EXPECT: TRUE
// MACHINE: both
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct A {
    int x;
};

int main()
{
    struct A a = {1}, b = {2};

    int c = __VERIFIER_nondet_int();
    if ((c ? a : b).x == 3)
        reach_error();
    return 0;
}
