// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int main(void){ 
#if defined(unix) && defined(linux) && !defined(__STRICT_ANSI__)
 assert(0);
#endif
 return 0; }
