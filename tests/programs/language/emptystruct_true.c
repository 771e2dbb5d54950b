// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
struct E{}; struct F{struct E e; int x; int z[0];};
int main(void){ assert(sizeof(struct E)==0); assert(sizeof(struct F)==4); assert(sizeof(void)==1); assert(sizeof(main)==1); struct F f={.x=3}; assert(f.x==3); void*p=&f; assert((char*)(p+1)-(char*)&f==1); return 0; }
