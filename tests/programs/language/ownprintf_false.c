// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int printf(const char*f,...){ return -1; }
int main(void){ assert(printf("x")>=0); return 0; }
