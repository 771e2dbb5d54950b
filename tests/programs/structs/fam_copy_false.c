// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <stdlib.h>
struct F{ int n; int d[]; };
int main(void){ struct F*a=malloc(sizeof*a+8), *b=malloc(sizeof*b+8); if(!a||!b) return 0; a->n=2;a->d[0]=1;a->d[1]=2; b->d[0]=b->d[1]=0;
 *b=*a; 
 assert(b->n==2 && b->d[0]==1);
 free(a);free(b);return 0;}
