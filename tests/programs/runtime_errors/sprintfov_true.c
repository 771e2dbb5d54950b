// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void){
  int v=__VERIFIER_nondet_int();
#if BAD
  char b[8];
  sprintf(b,"%d",v);
#else
  char b[12];
  sprintf(b,"%d",v);
#endif
  return b[0]=='-';
}
