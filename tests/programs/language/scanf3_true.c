// EXPECT: TRUE
// COMMAND: whet verify
#include <stdio.h>
#include <assert.h>
int main(void){ int x=7; if(scanf("%2d",&x)==1) assert(x<=99 && x>=-9); return 0; }
