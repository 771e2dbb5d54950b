// EXPECT: FALSE
// PROPERTY: G ! array-index
// INPUT: 3
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int matrix[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int column = __VERIFIER_nondet_int();
    if (column < 0 || column > 3)
        return 0;
    return matrix[0][column];
}
