// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <stdlib.h>
int main(void){ int*p=malloc(8); if(!p)return 0; p[0]=1; int*q=realloc(p,1000000); if(q) p[0]=2; free(q); return 0; }
