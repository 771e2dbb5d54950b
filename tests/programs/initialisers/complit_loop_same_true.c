// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int main(void){ int *q[3]; int i=0; 
again: ; int*p=(int[]){i}; q[i]=p; assert(*p==i); i++; if(i<2) goto again; assert(q[0]==q[1] && *q[0]==1); return 0;}
