// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <limits.h>
int main(void){
  int x=-1; unsigned u=1; long l=-1; short s=-1; unsigned short us=65535; unsigned char uc=255; signed char sc=-1;
  assert(x > u); assert(l < u); assert(!(x < sizeof(int))); assert(s != us); assert(us == 65535); assert(uc != sc);
  assert((unsigned)s == UINT_MAX); assert((unsigned long)(unsigned)s == 0xffffffffUL); assert((unsigned long)s==ULONG_MAX);
  assert(-2147483648 < 0); assert(sizeof(2147483648)==8); assert(-0x80000000 > 0);
  assert(sizeof('a')==4); assert(sizeof(+uc)==4); assert(sizeof(1?'a':1.0)==8);
  assert((1 ? -1 : 0u) > 0); assert('\377' == -1); assert('ab' == 24930);
  assert((~0u>>1)==INT_MAX); assert(-1>>31 == -1); assert((signed char)0x80 >> 1 == -64);
  assert(-7/2==-3 && -7%2==-1 && 7%-2==1); assert(-7/2u == 2147483644u);
  return 0;
}
