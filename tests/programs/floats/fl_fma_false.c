// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int main(void){ volatile double a=1.0+0x1p-30, b=1.0-0x1p-30; double r=a*b-1.0; 
 assert(r==-0x1p-60);
 return 0;}
