// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int f(p) long p; { return p>1; } int main(void){ assert(f(3)==1); return 0; } 
