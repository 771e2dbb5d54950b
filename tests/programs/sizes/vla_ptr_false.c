// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int main(void){ int n=4; int a[3][4]; for(int i=0;i<12;i++) ((int*)a)[i]=i; int (*p)[n]=a; p++; assert(p[0][1]==5); assert((char*)(p+1)-(char*)p==16); n=2; assert((char*)(p+1)-(char*)p==16);
 assert((*p)[3]==5);
 return 0;}
