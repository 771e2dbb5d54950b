// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int main(void){ void*b[5]; volatile int r=0; if(__builtin_setjmp(b)){ assert(r==0); return 0;} r=1; __builtin_longjmp(b,1); }
