// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#include <stddef.h>
struct link{struct link*next;};
struct item{int k; struct link l; int v;};
#define ITEM(p) ((struct item*)((char*)(p)-offsetof(struct item,l)))
int main(void){
  struct item a={1,{0},10},b={2,{0},20};
  struct link head={&a.l}; a.l.next=&b.l;
  int s=0;
#if BAD
  b.l.next=&head;
  int i=0;
  for(struct link*p=head.next;p&&i<3;p=p->next,i++) s+=ITEM(p)->v;
#else
  for(struct link*p=head.next;p;p=p->next) s+=ITEM(p)->v;
#endif
  return s;
}
