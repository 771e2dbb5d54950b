// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <stdlib.h>
static int n; static int c(const void*a,const void*b){ n++; return 0; }
int main(void){ int a[3]={3,1,2}; qsort(a,3,4,c); assert(n==0); return 0; }
