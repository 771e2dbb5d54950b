// EXPECT: TRUE
// COMMAND: whet verify --check assertion
#include <stdatomic.h>
#define ST(v,x,t) atomic_store_explicit(&v, x, t)
atomic_ulong g; int main(void){ ST(g,0,memory_order_release); return 0; }
