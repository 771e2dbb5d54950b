// EXPECT: TRUE
// PROPERTY: G valid-deref
#include <stdlib.h>
struct pair {
    const int first;
    int second;
};
int main(void)
{
    struct pair pairs[2] = {{1, 2}, {3, 4}}, *p = pairs + 1;
    p->second = 5;
    *(int *)&pairs[0].second = 6;
    return p->second - pairs[0].first;
}
