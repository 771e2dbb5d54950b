// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int main(void){ float f=16777210; int n=0; while(f<16777216) { f+=1; n++; } assert(n==6); return 0;}
