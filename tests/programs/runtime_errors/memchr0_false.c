// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void){
  char b[8]="a:b:c:d"; char*p=memchr(b,__VERIFIER_nondet_int(),8);
#if !BAD
  if(!p) return 0;
#endif
  return *p=='x';
}
