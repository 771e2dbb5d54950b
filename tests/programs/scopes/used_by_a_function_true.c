// EXPECT: TRUE
// PROPERTY: G valid-deref
static int *kept;
static int get(void) { return *kept; }
int main(void)
{
    int sum = 0;
    {
        int x = 1;
        kept = &x;
        sum += get();
    }
    {
        int y = 2;
        kept = &y;
        sum += y + get();
    }
    return sum;
}
