// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int f(int x){ return __PRETTY_FUNCTION__[0]; }

int main(void){
assert((long long)(f(1))==102);
assert((long long)(sizeof(__PRETTY_FUNCTION__))==5);
assert((long long)(sizeof(__FUNCTION__))==5);
return 0;}
