// EXPECT: TRUE
// COMMAND: whet verify
#include <stdlib.h>
#include <string.h>
#include <assert.h>
static int cmp(const void*a,const void*b){ return strcmp(*(const char*const*)a,*(const char*const*)b); }
int main(void){ const char*w[]={"pear","fig","apple"}; qsort(w,3,sizeof*w,cmp); assert(!strcmp(w[0],"apple")&&!strcmp(w[2],"pear")); return 0; }
