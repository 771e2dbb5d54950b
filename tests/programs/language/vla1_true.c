// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
static int f(int n, int a[n][n+1]){ return sizeof(a[0]); }
int main(void){
  int n=3; int a[n]; n=7; assert(sizeof a==12); assert(sizeof(int[2])==8);
  int m=2; int b[m][m+1]; assert(sizeof b==24); assert(sizeof b[0]==12);
  assert(f(2,b)==12);
  int (*p)[m+1] = b; p++; assert((char*)p-(char*)b==12);
  typedef int T[n]; n=1; T t; assert(sizeof t==28);
  int k=2; int z=sizeof(int[k++]); (void)z;
  return 0;
}
