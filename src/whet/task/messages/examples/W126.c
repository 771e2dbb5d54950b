// whet verify W126.c
// Assumed: W126.c:6:5: the right operand is evaluated before the left one is read; C leaves the order open [W126]
static int x = 1;
static int set(void) { return x = 2; }
int main(void) {
    x += set();
    return x;
}
