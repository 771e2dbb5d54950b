// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int main(void){ short s=32767; s++; assert(s==-32768); signed char c=127; c+=1; assert(c==-128); unsigned char u=0; u--; assert(u==255); c=-128; c=-c; assert(c==-128); unsigned char x=1; x<<=8; assert(x==0); int i=-5; i/=2u; assert(i==2147483645); i=5; i*=0.5; assert(i==2); unsigned long long z=1u<<31<<1; assert(z==0); char d=255; assert(d!=255); assert(d==(char)255); return 0; }
