// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int g;
int main(void){ void init(void) __attribute__((constructor)); assert(g==0); return 0; }
void init(void){ g=1; }
