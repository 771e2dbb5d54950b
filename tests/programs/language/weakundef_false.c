// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int f(void); 
#pragma weak f
int main(void){ assert(f); return 0; }
