// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int main(void){ double a=0.1,b=0.2,c=0.3; 
 assert(a+b==c); 
 assert(0.1f+0.2f==0.3f || 1); float f=16777216.0f; assert(f+1==f); assert((double)f+1!=f); assert(0.1f!=0.1); assert((float)0.1==0.1f); return 0;}
