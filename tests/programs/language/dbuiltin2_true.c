// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>

int main(void){
assert((long long)(__builtin_object_size("abc",0))==4);
return 0;}
