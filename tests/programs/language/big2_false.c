// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int main(void){ unsigned x=1; for(int i=0;i<100000;i++) x=x*1664525u+1013904223u; assert(x!=2432136865u || x%2==1); int a[10]={0}; for(int i=0;i<100000;i++) a[i%10]++; assert(a[3]!=10000); return 0; }
