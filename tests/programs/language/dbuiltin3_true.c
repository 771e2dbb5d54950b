// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>

int main(void){
assert((long long)(__builtin_powi(2.0,10))==1024);
assert((long long)(__builtin_copysign(1.0,-0.0))==-1);
return 0;}
