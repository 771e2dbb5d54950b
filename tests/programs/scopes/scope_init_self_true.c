// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int x=1; int main(void){ int r; { 
 int y=x; int x=y+1; 
 r=x; } assert(r==2); return 0;}
