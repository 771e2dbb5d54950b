// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct S { unsigned a:5, b:11, c:16; unsigned d:20; unsigned e:20; };
int main(void){ struct S s; memset(&s,0xFF,sizeof s); unsigned n=__VERIFIER_nondet_uint();
 s.b=n; assert(s.a==31 && s.c==0xFFFF); s.e=n>>7; assert(s.d==0xFFFFF);
 unsigned w[3]; memcpy(w,&s,12);
 assert(((w[0]>>5)&0x7FF)==(n&0x7FF));
 assert((w[2]&0xFFFFF)==((n>>7)&0xFFFFF));
 return 0;}
