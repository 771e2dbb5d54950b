// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
struct S { unsigned long long w:40; long long sw:35; unsigned u31:31; unsigned u32:32; int i5:5; unsigned char uc:3; _Bool b:1; enum {EE=1} e:2;} s={ (1ULL<<40)-1, -1, 0x7fffffff, -1, -16, 7, 1, 3};

int main(void){
assert((long long)(sizeof(+s.u31))==4);
assert((long long)(s.u31 - 0x7fffffff - 1 < 0)==1);
assert((long long)(-s.u32 > 0)==1);
assert((long long)(s.i5)==-16);
assert((long long)((s.i5 = 17))==-15);
assert((long long)((s.uc += 3))==2);
assert((long long)(s.uc)==2);
assert((long long)(s.e)==3);
assert((long long)(s.e - 4 < 0)==1);
assert((long long)(-s.uc < 0)==1);
assert((long long)(~s.uc)==-3);
assert((long long)((s.b ^= 3))==1);
assert((long long)(s.b)==1);
assert((long long)(s.b + s.b)==2);
assert((long long)((s.b = 0.5))==1);
assert((long long)(s.w == 0xffffffffffULL)==1);
assert((long long)(s.w >> 39)==1);
assert((long long)(s.sw < 0)==1);
assert((long long)(s.w > -1)==0);
assert((long long)(sizeof(s.i5 ? s.i5 : s.uc))==4);
assert((long long)(s.u31 > -1)==1);
assert((long long)(s.uc > -1)==1);
assert((long long)(s.u32 > -1)==0);
assert((long long)(s.e > -1)==1);
assert((long long)((s.uc++, s.uc))==3);
assert((long long)((s.w = -1) == (1ULL<<40)-1)==1);
return 0;}
