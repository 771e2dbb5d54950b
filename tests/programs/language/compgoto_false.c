// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int main(void){ void*t[]={&&a,&&b}; int x=0; goto *t[1]; a: x=1; b: assert(x==1); return 0; }
