// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <stddef.h>
struct F {int n; char d[];}; static struct F f={2,{1,2,3}}; struct G { struct F f; }; struct Z { int n; char z[0]; }; static struct Z zz={1,{}};

int main(void){
assert((long long)(sizeof f)==4);
assert((long long)(f.d[2])==3);
assert((long long)(sizeof(struct G))==4);
assert((long long)(offsetof(struct F,d))==4);
assert((long long)(__builtin_object_size(f.d,0))==3);
return 0;}
