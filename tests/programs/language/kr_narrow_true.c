// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int f(c,s) unsigned char c; short s; { return c+s; } int main(){ assert(f(257,65536+2)==3); return 0; }
