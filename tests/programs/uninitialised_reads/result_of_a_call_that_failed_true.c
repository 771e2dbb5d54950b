// EXPECT: TRUE
// PROPERTY: G ! uninitialised-read
// NOT COMPILED: gcc does not look for it
extern int __VERIFIER_nondet_int(void);
static int parse(int given, int *result)
{
    if (given < 0)
        return -1;
    *result = given;
    return 0;
}
int main(void)
{
    int value;
    int failed = parse(__VERIFIER_nondet_int(), &value);
    return !failed && value == 7;
}
