// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
extern char __VERIFIER_nondet_char(void);
int main(void){
  char x=__VERIFIER_nondet_char(); int r=0;
  switch(x){ case 0xFF: r=1; break; case -1: r=2; break; }
  assert(r!=2);
  return 0; }
