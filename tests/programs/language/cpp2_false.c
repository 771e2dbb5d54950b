// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int main(void){
#if defined(__OPTIMIZE__) || defined(__FAST_MATH__)
 int x=0;
#elif __GNUC_MINOR__ == 2 && !defined(__STRICT_ANSI__) && defined(linux) && __linux
 int x=1;
#else
 int x=2;
#endif
 assert(x!=1); return 0; }
