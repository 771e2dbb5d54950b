// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#include <stdlib.h>
struct o{int rc;int v;};
static struct o*get(struct o*o){o->rc++;return o;}
static void put(struct o*o){ if(--o->rc==0) free(o); }
int main(void){
  struct o*a=malloc(sizeof *a); if(!a) return 0; a->rc=1; a->v=3;
  struct o*b=
#if BAD
  a;
#else
  get(a);
#endif
  (void)get;
  put(a); int r=b->v; put(b); return r;
}
