// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void){
  unsigned n=__VERIFIER_nondet_uint();
#if BAD
  unsigned bytes=n*(unsigned)sizeof(int);
#else
  if(n>1000) return 0;
  unsigned bytes=n*(unsigned)sizeof(int);
#endif
  int *p=malloc(bytes);
  if(!p) return 0;
  if(n>2) p[2]=1;
  free(p);
  return 0;
}
