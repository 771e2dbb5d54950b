// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <stdlib.h>
int main(void){ int*p=malloc(8); if(!p)return 0; p[0]=1;p[1]=2; int*q=realloc(p,16); if(!q){free(p);return 0;} assert(q[0]==1&&q[1]==2); q[3]=4; q=realloc(q,4); assert(q[0]==1); free(q); int*z=calloc(3,4); assert(!z||z[2]==0); free(z); return 0; }
