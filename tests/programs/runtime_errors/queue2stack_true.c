// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <stdlib.h>
struct q{struct n*h,*t;}; struct n{int v;struct n*next;};
static void enq(struct q*q,int v){ struct n*n=malloc(sizeof *n); if(!n) exit(1); n->v=v;n->next=0; if(q->t) q->t->next=n; else q->h=n; q->t=n; }
static int deq(struct q*q){ struct n*n=q->h; int v=n->v; q->h=n->next;
#if !BAD
 if(!q->h) q->t=0;
#endif
 free(n); return v; }
int main(void){ struct q q={0,0}; enq(&q,1); int a=deq(&q); enq(&q,2);
#if !BAD
 a+=deq(&q);
#endif
 return a; }
