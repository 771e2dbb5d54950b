// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void){ int n=__VERIFIER_nondet_int(); unsigned u=n; long l=n; unsigned long ul=n; short s=n; unsigned short us=n;
 assert((n<u)==0 && (l==n)); if(n<0) assert(l<u); if(n<0) assert(ul>u);
 assert((l+u>=0) || n<0); if(n<0) assert((long)(n+u)>=0);
 assert(s*1u+0u==(unsigned)s); assert((us|0)>=0);
 assert((1?-1:0u)>0); assert(-1L<0u); assert(-1<(unsigned short)1); assert(!(-1<1u)); assert(!(-1L<1UL));
 assert((unsigned char)-1==255 && (signed char)255==-1);
 assert(sizeof('a')==4 && sizeof(1?'a':1L)==8);
 assert(0xFFFFFFFF>0 && 2147483648>0 && sizeof(2147483648)==8 && sizeof(0x80000000)==4 && -0x80000000>0);
 assert(sizeof(+(char)1)==4 && sizeof(~(short)1)==4);
 return 0;}
