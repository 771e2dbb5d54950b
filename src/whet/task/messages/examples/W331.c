// whet verify W331.c
// Violation: W331.c:6:5: free of the local variable x, which malloc did not return [free, W331, CWE-590]
#include <stdlib.h>
int main(void) {
    int x = 1, *p = &x;
    free(p);
    return 0;
}
