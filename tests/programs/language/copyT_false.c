// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
struct P { char a; int b; } __attribute__((packed));
struct __attribute__((copy((struct P*)0))) Q { char a; int b; };
int main(void){ assert(sizeof(struct Q)==8); return 0; }
