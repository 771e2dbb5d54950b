// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <math.h>
int main(void){ double x=fmod(5.1,0.1); assert(x<0.05); return 0; }
