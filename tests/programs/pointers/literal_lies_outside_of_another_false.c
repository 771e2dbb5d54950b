// EXPECT: FALSE
// INPUT: 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main()
{
    const char *word = __VERIFIER_nondet_int() ? "xabc" : "abc", *longer = "xabc";
    if (word == longer)
        reach_error();
    return 0;
}
