// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
struct A { char a; int b; } ; 
struct B { char a; short b __attribute__((mode(SI))); };
struct __attribute__((ms_struct)) C { char a:4; int b:4; char c:4; };
struct D { char a:4; int b:4; char c:4; };

int main(void){
assert((long long)(sizeof(struct C))==12);
assert((long long)(sizeof(struct D))==4);
assert((long long)(sizeof(struct B))==8);
return 0;}
