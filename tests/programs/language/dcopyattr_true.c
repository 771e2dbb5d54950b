// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
struct P { char a; int b; } __attribute__((packed));
struct Q { char a; int b; } __attribute__((copy((struct P*)0)));

int main(void){
assert((long long)(sizeof(struct Q))==5);
return 0;}
