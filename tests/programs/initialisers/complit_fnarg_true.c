// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <string.h>
static int sum(const int*a,int n){int s=0; for(int i=0;i<n;i++) s+=a[i]; return s;}
int main(void){ int k=3; assert(sum((int[]){k,k+1,k+2},3)==12); assert(sum((int[4]){[3]=k},4)==3); assert(strlen((char[]){"abc"})==3); return 0;}
