// EXPECT: TRUE
// PROPERTY: G ! overflow
extern long long __VERIFIER_nondet_longlong(void);

int main(void)
{
    __int128 wide = __VERIFIER_nondet_longlong();
    __int128 square = wide * wide;
    __int128 sum = square + (square - 1);
    return sum > 0;
}
