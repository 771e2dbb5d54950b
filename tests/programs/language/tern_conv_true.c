// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void){
  int x=__VERIFIER_nondet_int();
  unsigned u=1;
  long long r = x ? -1 : u;
  if(x) assert(r==4294967295LL); else assert(r==1);
  double d = x ? 1 : 0.5; assert(d==1 || d==0.5);
  assert(sizeof(x? (char)1:(char)2)==4);
  assert(sizeof(x? 1 : 1LL)==8);
  return 0; }
