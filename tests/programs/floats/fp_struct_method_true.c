// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
struct V; struct V{ int (*get)(struct V*); int x; }; static int get(struct V*v){ return v->x++; }
int main(void){ struct V v={get,3}, w=v; assert(v.get(&v)==3 && v.x==4 && w.x==3 && w.get==v.get); return 0;}
