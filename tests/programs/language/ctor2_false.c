// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int g;
void init(void) __attribute__((constructor(101)));
void init(void){ g=1; }
int main(void){ assert(g==0); return 0; }
