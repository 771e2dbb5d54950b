// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int g;
void cl(int*p){ g+=*p; }
int main(void){ { int x __attribute__((clean\
up(cl)))=5; } assert(g==0); return 0; }
