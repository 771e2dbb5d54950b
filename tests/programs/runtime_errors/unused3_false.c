// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void){
  int a[3]={1,2,3},i=__VERIFIER_nondet_int();
#if BAD
  if(i<0||i>3) return 0;
#else
  if(i<0||i>2) return 0;
#endif
  printf("%d %d\n",i,a[i]*2);
  return 0;
}
