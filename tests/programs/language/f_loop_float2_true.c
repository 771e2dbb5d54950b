// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int main(void){ int n=0; 
 for(int i=0;i<10;i++) n++; 
 assert(n==10); return 0;}
