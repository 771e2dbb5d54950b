// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <stdlib.h>
int main(void){ int r=rand(); assert(r>=0); return 0; }
