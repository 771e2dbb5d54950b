// EXPECT: TRUE
// PROPERTY: G ! division-by-zero
enum { NONE, SOME };
int main(void)
{
    int limit = 8;
    return limit > 3 ? limit % SOME : 0;
}
