// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void){
  char b[16]; int n=__VERIFIER_nondet_int();
#if BAD
  if(n>16) return 0;
#else
  if(n>16||n<0) return 0;
#endif
  memset(b,0,n);
  return 0;
}
