// EXPECT: FALSE
// COMMAND: whet verify --check leak
#define BAD 1
#include <stdlib.h>
struct P{char*name;int n;};
int main(void){
  struct P *p=malloc(sizeof *p); if(!p) return 0;
  p->name=malloc(5);
  p->n=5;
#if !BAD
  free(p->name);
#endif
  free(p);
  return 0;
}
