// EXPECT: FALSE
// COMMAND: whet verify
#include <stdio.h>
#include <assert.h>
int main(void){ int a[2]={1,2}; size_t n=fread(a,4,2,stdin); assert(n==0||n==2); return 0; }
