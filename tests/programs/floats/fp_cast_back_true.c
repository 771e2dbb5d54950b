// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
static int f(int x){return x*2;} int main(void){ void(*g)(void)=(void(*)(void))f; int(*h)(int)=(int(*)(int))g; assert(h(4)==8); return 0;}
