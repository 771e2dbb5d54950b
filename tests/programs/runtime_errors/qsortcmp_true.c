// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <stdlib.h>
static int cmp(const void*a,const void*b){
  int x=*(const int*)a,y=*(const int*)b;
#if BAD
  return x-y;
#else
  return (x>y)-(x<y);
#endif
}
int main(void){ int a[4]={5,-2147483647,2147483647,0}; qsort(a,4,sizeof a[0],cmp); return a[0]==5; }
