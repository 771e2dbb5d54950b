// whet verify W240.c
// Reason: W240.c:6:9: setjmp (call of _setjmp) is not supported (ki) [W240]
#include <setjmp.h>
static jmp_buf back;
int main(void) {
    if (setjmp(back) == 0)
        longjmp(back, 1);
    return 0;
}
