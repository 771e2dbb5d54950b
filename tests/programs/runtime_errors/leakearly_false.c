// EXPECT: FALSE
// COMMAND: whet verify --check leak
#define BAD 1
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int work(int n){
  int *t=malloc(sizeof(int)*4); if(!t) return -1;
  if(n<0){
#if !BAD
    free(t);
#endif
    return -1; }
  t[0]=n; int r=t[0]; free(t); return r;
}
int main(void){ return work(__VERIFIER_nondet_int())==7; }
