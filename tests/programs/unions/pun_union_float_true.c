// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
union U{float f; unsigned u; unsigned char b[4];};
int main(void){ union U x; x.u=__VERIFIER_nondet_uint(); 
 unsigned e=(x.u>>23)&255;
 if(e==255 && (x.u<<9)) assert(x.f!=x.f); else assert(x.f==x.f);
 if(e==0 && (x.u<<9)) assert(x.f!=0 && x.f<1.2e-38f && x.f>-1.2e-38f);
 assert(x.b[3]==x.u>>24);
 return 0;}
