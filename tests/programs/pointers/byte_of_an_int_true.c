// EXPECT: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main()
{
    int x = __VERIFIER_nondet_int();
    char *p = (char *)&x;
    p[1] = 0x12;
    if ((x & 0xff00) == 0x1200 && x == 0x44331355)
        reach_error();
    return 0;
}
