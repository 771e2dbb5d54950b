// EXPECT: FALSE
// COMMAND: whet verify
#include <errno.h>
#include <assert.h>
#include <math.h>
int main(void){ errno=0; volatile double z=-1; double d=sqrt(z); assert(errno==0); return d>0; }
