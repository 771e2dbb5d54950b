// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
extern inline __attribute__((gnu_inline,always_inline)) int f(int x){ return x+1; } int main(void){ assert(f(3)==4); return 0; }
