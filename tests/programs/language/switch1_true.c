// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
static int f(unsigned long long v){ switch(v){ case -1: return 1; case 0x100000000ULL: return 2; default: return 3; case 0: ; } return 4; }
static int g(char c){ switch(c){ case 'a' ... 'z': return 1; case (char)200: return 2; case 128: return 3; } return 4;}
static int h(signed char c){ int n=0; switch(c & 3){ default: n+=100; case 1: n+=1; break; case 2: n+=2; case 3: n+=3; } return n;}
int main(void){
  assert(f(-1)==1); assert(f(0x100000000ULL)==2); assert(f(0)==4); assert(f(1)==3); assert(f(0xffffffffu)==3);
  assert(g('q')==1); assert(g(200)==2); assert(g(128)==4);
  assert(h(0)==101); assert(h(1)==1); assert(h(2)==5); assert(h(3)==3); assert(h(-1)==3);
  return 0;
}
