// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
struct S { unsigned a:3; unsigned b:31; unsigned c:32; int d:5; unsigned long long e:33; _Bool f:1; };
extern unsigned __VERIFIER_nondet_uint(void);
int main(void){
  struct S s={0}; unsigned k=__VERIFIER_nondet_uint();
  s.a=k; s.b=k; s.c=k; s.d=-1; s.f=k;
  assert(s.a-8 < 0);      
  assert(s.b-2147483647-1 < 0);
  assert(!(s.c-1 < 0));
  assert(s.d>>1 == -1);
  assert(-s.a <= 0);
  assert(s.f == (k!=0));
  s.a += 7; assert(s.a == ((k+7)&7));
  return 0; }
