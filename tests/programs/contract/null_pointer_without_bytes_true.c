// EXPECT: TRUE
// PROPERTY: G ! library-contract
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
static char room[8];
int main(void)
{
    unsigned length = __VERIFIER_nondet_uint();
    char *target = 0;
    if (length > 0)
        target = room;
    if (length > 8)
        return 0;
    if (length > 0)
        memset(target, 0, length);
    return 0;
}
