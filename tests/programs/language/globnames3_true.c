// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
static int read(int x){ return x+1; } static int write(int a){ return a*2; } static double round(int v){ return v; } 
int main(void){ assert(read(3)==4); assert(write(3)==6); assert(round(3)==3.0); return 0; }
