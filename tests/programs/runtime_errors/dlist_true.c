// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <stdlib.h>
struct d{struct d*prev,*next;int v;};
static struct d*head;
static void ins(int v){ struct d*n=malloc(sizeof *n); if(!n) exit(1); n->v=v; n->prev=0; n->next=head; if(head) head->prev=n; head=n; }
static void del(struct d*n){
#if BAD
  n->prev->next=n->next;
#else
  if(n->prev) n->prev->next=n->next; else head=n->next;
#endif
  if(n->next) n->next->prev=n->prev;
  free(n);
}
int main(void){
  for(int i=0;i<3;i++) ins(i);
  for(struct d*p=head;p;){ struct d*nx=p->next; if(p->v!=1) del(p); p=nx; }
  int s=0; for(struct d*p=head;p;p=p->next) s+=p->v;
  while(head) del(head);
  return s;
}
