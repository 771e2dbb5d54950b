// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <stdlib.h>
#include <string.h>
static int c(const void*a,const void*b){ return strcmp(*(char**)a,*(char**)b); }
int main(void){ char*a[]={"pear","apple","fig"}; qsort(a,3,sizeof *a,c); assert(a[2][0]=='f'); return 0; }
