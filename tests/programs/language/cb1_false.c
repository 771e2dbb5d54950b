// EXPECT: FALSE
// COMMAND: whet verify
#define _GNU_SOURCE
#include <assert.h>
#include <search.h>
#include <stdlib.h>
int g; static int c(const void*a,const void*b){ g=1; return *(int*)a-*(int*)b; }
int main(void){ void*root=0; int a=1,b=2; tsearch(&a,&root,c); tsearch(&b,&root,c); assert(g==0); return 0; }
