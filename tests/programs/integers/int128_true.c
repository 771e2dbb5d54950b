// EXPECT: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main()
{
    __int128 x = (__int128)__VERIFIER_nondet_int() << 64;
    if (x >> 64 > 2147483647)
        reach_error();
    return 0;
}
