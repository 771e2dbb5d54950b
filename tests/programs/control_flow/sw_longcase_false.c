// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void){
  int x=__VERIFIER_nondet_int(); int r=0;
  switch(x){ case 4294967295LL: r=1; break; case 5: r=2; break; }
  assert(r!=1);
  return 0; }
