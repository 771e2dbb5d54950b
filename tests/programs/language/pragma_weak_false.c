// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int f(void){return 1;} int g(void);
_Pragma("weak g=f")
int main(void){ assert(g()==2); return 0; }
