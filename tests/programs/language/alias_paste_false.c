// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#define CAT(a,b) a##b
int x=1; extern int y __attribute__((CAT(al,ias)("x")));
int main(void){ y=2; assert(x==1); return 0; }
