// EXPECT: TRUE
// PROPERTY: G valid-deref
static int *kept;
static int call(int x, int again)
{
    int found = again ? x : 0;
    kept = &x;
    return found;
}
int main(void)
{
    call(1, 0);
    return call(2, 1) > 9;
}
