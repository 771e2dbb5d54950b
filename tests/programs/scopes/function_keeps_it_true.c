// EXPECT: TRUE
// PROPERTY: G valid-deref
static int *kept;
static int swap(int *now) { int found = kept ? *kept : 0; kept = now; return found; }
int main(void)
{
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int x = i;
        sum += swap(&x);
        sum += swap(0);
    }
    return sum;
}
