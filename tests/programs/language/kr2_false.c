// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int f(s) short s; { return s; }
int main(){ assert(f(65536+5)==5); assert(f(40000)==40000); return 0; }
