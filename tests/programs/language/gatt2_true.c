// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
struct __attribute__((packed)) R; 
struct R { char a; int b; };

int main(void){
assert((long long)(sizeof(struct R))==8);
return 0;}
