// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void){
  int a=__VERIFIER_nondet_int();
#if !BAD
  if(a<-2147483647) a=0;
#endif
  int h=abs(a)%16; 
  static int t[16];
  t[h]++;
  return t[h];
}
