// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int g;
void init(void){ g=1; }
void init(void) __attribute__((constructor));
int main(void){ assert(g==0); return 0; }
