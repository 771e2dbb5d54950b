// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int f(c,g) char c; float g; { return c + (int)(g*10); }
g(x) { return x+1; }
int main(){ assert(f(300,0.5)==49); assert(g(2)==3); return 0; }
