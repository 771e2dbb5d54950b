// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int main(void){ unsigned h=1; for(unsigned i=0;i<200000;i++){ h=h*1103515245u+12345u; 
 assert((h&1)==(i&1u)); 
 } return 0;}
