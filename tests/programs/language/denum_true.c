// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
enum {A=0xffffffff, B=-1}; enum E3 {M=1ULL<<40, N=2}; enum E4 {S='a', T=sizeof(S)}; enum E5{ Z=-1, W=0xffffffffLL}; enum E6 {Q=4000000000u, QQ=sizeof(Q)}; enum E2 {X=1,Y};

int main(void){
assert((long long)(sizeof(A))==8);
assert((long long)(sizeof(B))==4);
assert((long long)(sizeof(N))==4);
assert((long long)(N-3<0)==1);
assert((long long)(T)==4);
assert((long long)(sizeof(enum E5))==8);
assert((long long)((enum E2)-1 > 0)==1);
assert((long long)(sizeof(Z))==4);
assert((long long)(QQ)==4);
assert((long long)(sizeof(Q))==4);
assert((long long)(-Q > 0)==1);
assert((long long)((1?X:-1) - 5 < 0)==1);
assert((long long)((enum E2)X - 5 < 0)==0);
return 0;}
