// whet verify W125.c
// Assumed: W125.c:7:12: the operands are evaluated left to right; C leaves the order open [W125]
static int x;
static int f(void) { return x = 1; }
static int g(void) { return x = 2; }
int main(void) {
    return f() - g() + x;
}
