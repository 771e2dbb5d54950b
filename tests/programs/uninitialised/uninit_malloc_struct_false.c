// EXPECT: FALSE
// COMMAND: whet verify
#include <stdlib.h>
struct N{struct N*next; int v;}; int main(void){ struct N*n=malloc(sizeof*n); if(!n) return 0; n->v=1; 
 int k=0; for(struct N*p=n;p;p=p->next) k++; free(n); return k!=1;}
