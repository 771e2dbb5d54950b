// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <math.h>
int main(void){ _Bool b=NAN; assert(b); b=INFINITY; assert(b); if(NAN) {} else assert(0); assert(!!NAN && !(NAN==NAN) && NAN!=NAN); return 0;}
