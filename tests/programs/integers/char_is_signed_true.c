// EXPECT: TRUE
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);

int main()
{
    char c = __VERIFIER_nondet_char();
    if (c < 0 && (unsigned char)c > 127 && (c >> 1) == 64)
        reach_error();
    return 0;
}
