// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int main(void){ int n=3; int a[n]; a[0]=0;
 typedef int T[n++]; assert(n==4 && sizeof(T)==12);
 T b; assert(sizeof b==12); n=7; T c; 
 c[3]=1;
 int *p=a; assert(sizeof(*p++)==4 && p==a);
 return 0;}
