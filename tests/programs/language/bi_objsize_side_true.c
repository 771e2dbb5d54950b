// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int main(void){ int i=0; char b[8]; unsigned long k=__builtin_object_size(b+i++,0); assert(i==0); (void)k; return 0; }
