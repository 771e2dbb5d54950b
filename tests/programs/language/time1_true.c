// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <time.h>
int main(void){ time_t t; time_t r=time(&t); assert(r==t); return 0; }
