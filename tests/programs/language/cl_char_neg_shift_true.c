// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int main(void){ signed char c=-1; assert((c>>1)==-1 && (unsigned char)(c)>>1==127 && (-8>>1)==-4 && (-1>>31)==-1); long long l=-1; assert(l>>63==-1); assert((unsigned short)-1>>8==255); short s=-256; s>>=4; assert(s==-16); s=-1; s=(unsigned short)s>>1; assert(s==32767); return 0; }
