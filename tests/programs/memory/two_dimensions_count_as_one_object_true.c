// EXPECT: TRUE
// PROPERTY: G valid-deref
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int grid[3][4] = {0};
    int row = __VERIFIER_nondet_int(), column = __VERIFIER_nondet_int();
    if (row < 0 || row > 2 || column < 0 || column > 3)
        return 0;
    return grid[row][column];
}
