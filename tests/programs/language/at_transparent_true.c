// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
typedef union { int*i; float*f; } U __attribute__((transparent_union)); static int f(U u){ return *u.i; } int main(void){ int x=3; assert(f(&x)==3); return 0;}
