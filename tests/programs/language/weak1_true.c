// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
__attribute__((weak)) int f(void){ return 1; }
int main(void){ assert(f()==1); return 0; }
