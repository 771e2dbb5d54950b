// EXPECT: FALSE
// PROPERTY: G valid-deref
// NOT COMPILED: the sanitizer does not follow blocks of alloca
#include <alloca.h>
static int *kept;
static int call(int again)
{
    int *own = alloca(sizeof *own);
    *own = 1;
    int found = again ? *kept : 0;
    kept = own;
    return found;
}
int main(void)
{
    call(0);
    return call(1) > 9;
}
