// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int main(void){ assert(-9223372036854775808 < 0); return 0; }
