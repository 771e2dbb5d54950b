// EXPECT: FALSE
// PROPERTY: G ! overflow
// INPUT: -9223372036854775808
extern long long __VERIFIER_nondet_longlong(void);

int main(void)
{
    __int128 wide = __VERIFIER_nondet_longlong();
    __int128 square = wide * wide;
    __int128 sum = square - 1 + (square + 1);
    return sum > 0;
}
