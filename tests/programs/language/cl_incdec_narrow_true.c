// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int main(void){ signed char c=127; c++; assert(c==-128); c--; assert(c==127); unsigned char u=0; assert(u--==0 && u==255); assert(++u==0); short s=32767; assert(++s==-32768); _Bool b=0; assert(++b==1&&++b==1); float f=1.5f; assert(f++==1.5f&&f==2.5f); char*p=0; p=(char*)&c; assert(p++==(char*)&c); return 0; }
