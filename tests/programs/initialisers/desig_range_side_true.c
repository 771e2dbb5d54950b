// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int cnt; int f(void){ return ++cnt; }
int main(void){ int a[4]={[0 ... 3]=f()}; 
 assert(cnt==1 && a[0]==1 && a[3]==1);
 return 0;}
