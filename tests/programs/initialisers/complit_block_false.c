// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int main(void){ int*p; 
 { p=(int[]){1,2}; } 
 int s=p[1]; assert(s==2); return 0;}
