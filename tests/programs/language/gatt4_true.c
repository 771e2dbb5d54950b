// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
typedef struct { char c; int i; } T __attribute__((aligned(1)));
struct W { char c; T t; };
typedef long long LL __attribute__((aligned(4)));
struct X { int a; LL b; };

int main(void){
assert((long long)(sizeof(struct W))==9);
assert((long long)(_Alignof(T))==1);
assert((long long)(sizeof(struct X))==12);
return 0;}
