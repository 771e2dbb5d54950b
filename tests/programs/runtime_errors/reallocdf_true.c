// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void){
  int *p=malloc(4*sizeof(int)); if(!p) return 0;
  int *q=realloc(p,8*sizeof(int));
#if BAD
  if(q){ q[7]=1; free(q);} 
  free(p);
#else
  if(q){ q[7]=1; free(q);} else free(p);
#endif
  return 0;
}
