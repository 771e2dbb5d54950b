// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int main(void){ int i=0; L: ; static int s=5; s++; int a=i; assert(a==i); if(++i<3) goto L; assert(s==8); return 0;}
