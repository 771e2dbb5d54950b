// EXPECT: TRUE
// PROPERTY: G valid-deref
#include <alloca.h>
static int *kept;
static int call(int again)
{
    int *own = alloca(sizeof *own);
    *own = 1;
    int found = again ? *own : 0;
    kept = own;
    return found;
}
int main(void)
{
    return call(1) > 9;
}
