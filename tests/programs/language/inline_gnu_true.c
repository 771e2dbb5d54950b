// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
static inline int f(int x){ static int c; return x+c++; } inline int g(int x); extern inline int g(int x); inline int g(int x){ return x*2; }
int main(void){ assert(f(1)==1 && f(1)==2 && g(4)==8); return 0;}
