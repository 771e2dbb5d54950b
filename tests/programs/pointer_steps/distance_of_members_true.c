// EXPECT: TRUE
// PROPERTY: G ! pointer-range
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
        range.begin = range.end;
    return length(range) == 5;
}
