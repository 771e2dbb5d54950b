// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int main(void){ int a=0,b=0,c=0; if(a && b++ || c++) a=1; assert(a==0&&b==0&&c==1); int r=(a|| (b=5)) ? b : c; assert(r==5); int z = 0 ?: 7; assert(z==7); a=3; assert((a & 1 == 1)==1); assert((!a & 1)==0); assert((1<<1+1)==4); assert(-a%2==-1); int i=1,*p=&i; assert(*p++==1); assert(p-1==&i); return 0; }
