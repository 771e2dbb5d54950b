// whet verify W321.c
// Violation: W321.c:7:12: call of sum through a pointer to a function with other parameters [memory, W321, CWE-628]
static int sum(int a, long *b) { return a + (int)*b; }
int main(void) {
    int (*f)(double, long *) = (int (*)(double, long *))sum;
    long x = 1;
    return f(1.0, &x);
}
