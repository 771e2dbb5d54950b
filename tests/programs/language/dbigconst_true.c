// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>

int main(void){
assert((long long)(sizeof(18446744073709551615))==16);
assert((long long)(-18446744073709551615 < 0)==1);
assert((long long)(sizeof(9223372036854775808))==16);
assert((long long)(9223372036854775808 > -1)==1);
return 0;}
