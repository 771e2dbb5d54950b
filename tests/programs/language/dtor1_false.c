// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int g;
__attribute__((destructor)) static void fini(void){ assert(g==0); }
int main(void){ g=1; return 0; }
