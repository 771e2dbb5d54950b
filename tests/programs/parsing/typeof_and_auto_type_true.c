// EXPECT: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main()
{
    short s = __VERIFIER_nondet_int();
    typeof(s + 0) x = s;
    __auto_type y = s;
    if (sizeof(x) == 4 && sizeof(y) == 2 && y != s)
        reach_error();
    return 0;
}
