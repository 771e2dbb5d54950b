// EXPECT: FALSE
#include <assert.h>

static const char text[] = "a/*b*/c";

int main(void)
{
    int state = 0, kept = 0;
    for (const char *p = text; *p; p++)
        switch (state) {
        case 0:
            if (*p == '/')
                state = 1;
            else
                kept++;
            break;
        case 1: state = *p == '*' ? 2 : 0; break;
        case 2:
            if (*p == '*')
                state = 3;
            break;
        case 3: state = *p == '/' ? 0 : 2; break;
        }
    assert(state == 0);
    assert(kept == 3);
    return 0;
}
