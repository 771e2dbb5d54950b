// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
extern inline __attribute__((gnu_inline)) int f(void){ return 1; }
int f(void){ return 2; }
int main(void){ assert(f()==2); return 0; }
