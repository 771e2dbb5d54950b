// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
void w(void*p,int n){ for(int i=0;i<n;i++) ((char*)p)[i]=i; }
int main(void){ struct {short a,b;} s={0}; w(&s,3); assert(s.b==0); return 0; }
