// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>

int main(void){
assert((long long)(sizeof(0xffffffffffffffff))==8);
assert((long long)(9223372036854775808 / -1 < 0)==1);
assert((long long)(1e400 > 1e308)==1);
assert((long long)(0x1p-1100 == 0)==1);
assert((long long)(077777777777 > 0)==1);
assert((long long)('\x80' < 0)==1);
assert((long long)(sizeof(1.0L))==16);
assert((long long)(sizeof(1ll*1u))==8);
assert((long long)(2147483647 + 1u > 0)==1);
assert((long long)(-2147483648 == -2147483647-1)==1);
return 0;}
