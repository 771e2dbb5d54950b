// EXPECT: FALSE
// COMMAND: whet verify --entry list_remove
#define BAD 1
#include <stdlib.h>
struct node{struct node*next;int key;};
struct node*list_remove(struct node*head,int key){ struct node**pp=&head;
 while(*pp){ if((*pp)->key==key){ struct node*d=*pp;
#if BAD
  free(d); *pp=d->next; return head;
#else
  *pp=d->next; return head;
#endif
 } pp=&(*pp)->next; } return head; }
