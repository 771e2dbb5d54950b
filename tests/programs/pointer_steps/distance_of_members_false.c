// EXPECT: FALSE
// PROPERTY: G ! pointer-range
// INPUT: 5
// NOT COMPILED: gcc does not look for it
extern int __VERIFIER_nondet_int(void);
struct range {
    const int *begin, *end;
};
static const int numbers[5] = {1, 2, 3, 4, 5}, others[5];
static long length(struct range range)
{
    return range.end - range.begin;
}
int main(void)
{
    struct range range = {numbers, numbers + 5};
    if (__VERIFIER_nondet_int() == 5)
        range.begin = others;
    return length(range) == 5;
}
