// whet: TRUE
#include <assert.h>
int ticket(void);
static int own(void) {
    static int n = 100;
    return ++n;
}
int main(void) {
    assert(ticket() == 1);
    assert(own() == 101);
    assert(ticket() == 2);
}
