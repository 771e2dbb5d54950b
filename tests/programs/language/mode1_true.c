// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
typedef int qi __attribute__((mode(QI))); typedef unsigned int di __attribute__((mode(DI)));
int main(void){ qi x=300; assert(x==44); assert(sizeof(di)==8); di d=-1; assert(d==18446744073709551615ull); return 0; }
