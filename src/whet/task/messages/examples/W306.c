// whet verify W306.c
// Violation: W306.c:7:5: access through a null pointer, at offset 4 [memory, W306, CWE-476]
#include <stddef.h>
struct list { int first; int last; };
int main(void) {
    struct list *l = NULL;
    return l->last;
}
