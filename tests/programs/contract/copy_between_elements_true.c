// EXPECT: TRUE
// PROPERTY: G ! library-contract
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct pair { int left, right; };
int main(void)
{
    struct pair rows[4] = {{0, 0}};
    int from = __VERIFIER_nondet_int(), count = 2;
    if (from < 2 || from > 2)
        return 0;
    memcpy(&rows[0], &rows[from], count * sizeof(struct pair));
    return rows[0].left;
}
