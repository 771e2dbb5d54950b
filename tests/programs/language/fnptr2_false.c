// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
struct O{ int(*m)(struct O*); int v;}; static int m1(struct O*o){return o->v++;} static int m2(struct O*o){ o->m=m1; return 50; }
int main(void){ struct O o={m2,7}; o.m(&o); o.m(&o); assert(o.m(&o)==7); return 0; }
