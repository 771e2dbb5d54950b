// EXPECT: FALSE
// COMMAND: whet verify
#include <stdio.h>
#include <assert.h>
int main(void){ int x=7; scanf("%d",&x); assert(x==7); return 0; }
