// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int cnt; int f(void){ return ++cnt; }
int main(void){ int a[4]={[0 ... 3]=f()}; 
 assert(cnt==4);
 return 0;}
