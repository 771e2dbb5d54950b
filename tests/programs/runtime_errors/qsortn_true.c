// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <stdlib.h>
static int cmp(const void*a,const void*b){ int x=*(const int*)a,y=*(const int*)b; return (x>y)-(x<y); }
int main(void){
  int a[3]={3,1,2};
#if BAD
  qsort(a,sizeof a,sizeof *a,cmp);
#else
  qsort(a,sizeof a/sizeof *a,sizeof *a,cmp);
#endif
  return a[0];
}
