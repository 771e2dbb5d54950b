// whet: TRUE
#include <assert.h>
int main(void) {
    extern int level;
    extern void raise_level(void);
    raise_level();
    {
        extern int level;
        assert(level == 2);
    }
}
