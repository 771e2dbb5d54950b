// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#include <stdint.h>
#include <stdlib.h>
struct n{ uintptr_t next; int v; };
int main(void){
  struct n *a=malloc(sizeof *a); struct n*b=malloc(sizeof *b);
  if(!a||!b) return 0;
  a->v=1; b->v=2; b->next=0;
  a->next=(uintptr_t)b|1u;
#if BAD
  struct n*q=(struct n*)(a->next&~(uintptr_t)0x0); 
  q=(struct n*)((char*)q+16);
#else
  struct n*q=(struct n*)(a->next&~(uintptr_t)1);
#endif
  int r=q->v;
  free(a);free(b);
  return r;
}
