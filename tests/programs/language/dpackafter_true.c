// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
struct P { char a; int b; };
typedef struct P TP __attribute__((packed));
typedef struct { char a; int b; } TQ __attribute__((packed));
struct __attribute__((packed)) R; struct R { char a; int b; };
struct { char a; int b; } __attribute__((packed)) var;
int al __attribute__((aligned(32)));

int main(void){
assert((long long)(sizeof(TP))==8);
assert((long long)(sizeof(TQ))==8);
assert((long long)(sizeof(struct R))==8);
assert((long long)(sizeof var)==5);
assert((long long)(__alignof__(al))==32);
return 0;}
