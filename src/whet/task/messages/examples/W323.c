// whet verify W323.c
// Violation: W323.c:6:12: call of sum with too few arguments: 1 instead of 2 [memory, W323, CWE-685]
static int sum(int a, int b) { return a == b; }
int main(void) {
    int (*f)(int) = (int (*)(int))sum;
    return f(1);
}
