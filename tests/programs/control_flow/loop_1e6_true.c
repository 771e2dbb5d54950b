// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int main(void){ unsigned i=0,s=0; while(i<1000000){ i+=4; s++; } 
 assert(s==250000); 
 return 0;}
