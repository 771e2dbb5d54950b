// EXPECT: TRUE
// PROPERTY: G ! array-index
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int matrix[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int column = __VERIFIER_nondet_int();
    if (column < 0 || column > 2)
        return 0;
    return matrix[0][column];
}
