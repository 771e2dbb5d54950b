// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int main(void){ int n=0; 
 for(float x=0;x<1.0f;x+=0.1f) n++; 
 assert(n==10); return 0;}
