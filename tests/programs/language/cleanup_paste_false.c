// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int g;
void cl(int*p){ g+=*p; }
#define CAT(a,b) a##b
#define AUTO __attribute__((CAT(clean,up)(cl)))
int main(void){ { AUTO int x =5; } assert(g==0); return 0; }
