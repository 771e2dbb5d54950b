// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
struct S { int a:3; unsigned b:4; _Bool z:1;};
extern int __VERIFIER_nondet_int(void);
int main(void){
  struct S s; int n=__VERIFIER_nondet_int();
  int r = (s.a = n);
  assert(r>=-4 && r<=3);
  unsigned q = (s.b = n); assert(q<16);
  int post; s.a=3; post=s.a++; assert(post==3);
  assert(s.a==-4);
  s.b=0; s.b--; assert(s.b==15);
  s.z=0; s.z--; assert(s.z==1); s.z--; assert(s.z==0);
  s.z=2; assert(s.z==1);
  s.z+=1; assert(s.z==1);
  return 0; }
