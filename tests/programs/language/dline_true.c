// EXPECT: TRUE
// COMMAND: whet verify
#line 1
#include <assert.h>
#define L(x) __LINE__
#define M(x) x
int a = L(
0
);
int b = M(
__LINE__
);
int c = M(1 +
 __LINE__ +
 M(__LINE__)
);

int main(void){
assert((long long)(a)==4);
assert((long long)(b)==8);
assert((long long)(c)==24);
assert((long long)(__builtin_LINE()-__LINE__)==0);
assert((long long)(__INCLUDE_LEVEL__)==0);
assert((long long)(__COUNTER__)==0);
assert((long long)(__COUNTER__)==1);
return 0;}
