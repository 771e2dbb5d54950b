// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
static char buf[10];
int main(void){ assert(__builtin_object_size(buf,0)!=10); return 0; }
