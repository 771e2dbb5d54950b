// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
struct __attribute__((packed)) R;
struct R { char a; int b; };
int main(void){ struct R r; assert((char*)&r.b-(char*)&r==4); return 0; }
