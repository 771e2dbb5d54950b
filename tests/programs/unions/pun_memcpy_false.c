// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <string.h>
extern float __VERIFIER_nondet_float(void);
int main(void){ float f=__VERIFIER_nondet_float(); unsigned u; memcpy(&u,&f,4);
 int neg=u>>31;
 if(f<=0) assert(neg);
 unsigned v=u^0x80000000u; float g; memcpy(&g,&v,4); if(f==f) assert(g==-f);
 return 0;}
