// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
const int ci=5;
int main(void){ assert(__builtin_constant_p(ci)==1); return 0; }
