// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int main(void){ unsigned h=1; for(unsigned i=0;i<200000;i++){ h=h*1103515245u+12345u; 
 assert(h!=2147483648u+0 || i<100000); assert((h>>16)!=0x7FFF || i<150000);
 } return 0;}
