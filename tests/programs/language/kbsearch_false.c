// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <stdlib.h>
static int n; static int c(const void*a,const void*b){ n++; return *(char*)a-*(char*)b; }
int main(void){ char a[]="abcdefgh"; char k='e'; bsearch(&k,a,8,1,c); assert(n==0); return 0; }
