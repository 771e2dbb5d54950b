// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int gv; const int ci=5; static const int sci=6;

int main(void){
assert((long long)(__builtin_constant_p(5))==1);
assert((long long)(__builtin_constant_p("abc"))==1);
assert((long long)(__builtin_constant_p(gv))==0);
assert((long long)(__builtin_constant_p(ci))==0);
assert((long long)(__builtin_constant_p(sci))==0);
assert((long long)(__builtin_constant_p(&gv))==0);
assert((long long)(__builtin_constant_p("abc"[0]))==0);
assert((long long)(__builtin_constant_p(sizeof(gv)))==1);
assert((long long)(__builtin_constant_p(1.5))==1);
assert((long long)(__builtin_constant_p((int)1.5))==1);
assert((long long)(__builtin_constant_p(gv*0))==1);
assert((long long)(__builtin_constant_p(1||gv))==1);
assert((long long)(__builtin_constant_p(__builtin_strlen("abc")))==1);
return 0;}
