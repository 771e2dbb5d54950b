// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <stdbool.h>
int main(void){ bool b=0.1; assert(b==1); b=(bool)256; assert(b); int x=(char)256; assert(!x); b+=5; assert(b==1); b=-1; assert(b==1); bool c=!b; assert(~c==-1); assert((b?-1:1u)>0); bool*p=&b; assert((bool)p==1); b--; assert(b==0); b--; assert(b==1); assert(sizeof(!1.5)==4); return 0; }
