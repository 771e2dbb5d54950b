// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#include <stdlib.h>
struct node{int v; struct node*next;};
int main(void){
  struct node *a=malloc(sizeof *a),*b=malloc(sizeof *b);
  if(!a||!b) return 0;
  a->v=1;a->next=b;b->v=2;b->next=a;
  struct node *alias=a->next->next;
#if BAD
  free(a);
  int r=alias->v;
#else
  int r=alias->v;
  free(a);
#endif
  free(b);
  return r;
}
