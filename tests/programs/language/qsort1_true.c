// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <stdlib.h>
static int c(const void*a,const void*b){ return *(int*)a-*(int*)b; }
int main(void){ int a[5]={5,-2,9,0,3}; qsort(a,5,4,c); assert(a[0]==-2&&a[4]==9&&a[2]==3); int k=9; int*p=bsearch(&k,a,5,4,c); assert(p==a+4); k=1; assert(!bsearch(&k,a,5,4,c)); return 0; }
