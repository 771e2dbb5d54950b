// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#define T(x) _Generic((x), int:1, unsigned:2, char:3, default:4)
int main(void){ char c=0; assert(T(c)==3); assert(T('a')==3); return 0; }
