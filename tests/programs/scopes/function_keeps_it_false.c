// EXPECT: FALSE
// PROPERTY: G valid-deref
// NOT COMPILED: gcc gives the object of the next turn the same place
static int *kept;
static int swap(int *now) { int found = kept ? *kept : 0; kept = now; return found; }
int main(void)
{
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int x = i;
        sum += swap(&x);
    }
    return sum;
}
