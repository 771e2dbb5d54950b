// EXPECT: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main()
{
    const char *word = __VERIFIER_nondet_int() ? "abc" : "abcd", *longer = "xabcde";
    if (word == longer + 1)
        reach_error();
    return 0;
}
