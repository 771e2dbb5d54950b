// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int cmp(const void*a,const void*b){ int x=*(const int*)a,y=*(const int*)b; return (x>y)-(x<y); }
int main(void){
  int a[3]={1,4,9},k=__VERIFIER_nondet_int();
  int*p=bsearch(&k,a,3,sizeof *a,cmp);
#if !BAD
  if(!p) return 1;
#endif
  return *p==4;
}
