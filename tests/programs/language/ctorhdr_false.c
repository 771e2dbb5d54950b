// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
static int ready;
static void setup(void) { ready = 1; }
int main(void){ assert(!ready); return 0; }
static void setup(void) __attribute__((constructor));
