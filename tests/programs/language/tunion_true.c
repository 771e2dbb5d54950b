// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
typedef union { int *ip; float *fp; } U __attribute__((transparent_union));
static int f(U u){ return *u.ip; }
int main(void){ int x=5; assert(f(&x)==5); return 0; }
