// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int main(void){ int x=1; if(sizeof(int)==4 && x) { x=2; } else assert(0); 
 const char *f=__FILE__; assert(f[0]!='/'); return 0; }
