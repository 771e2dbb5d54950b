// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <string.h>
int main(void){ assert(strcmp(__PRETTY_FUNCTION__,"main")!=0); return 0; }
