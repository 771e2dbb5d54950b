// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int z=0; unsigned u=0x80000001u; int wc=3;

int main(void){
assert((long long)(__builtin_ffs(z))==0);
assert((long long)(__builtin_ffs(8))==4);
assert((long long)(__builtin_clz(1))==31);
assert((long long)(__builtin_ctz(u-1))==31);
assert((long long)(__builtin_popcount(u))==2);
assert((long long)(__builtin_parity(7))==1);
assert((long long)(__builtin_clrsb(0))==31);
assert((long long)(__builtin_clrsb(-1))==31);
assert((long long)(__builtin_clrsbll(1))==62);
assert((long long)(__builtin_bswap16(0x1234))==13330);
assert((long long)(__builtin_bswap32(u))==16777344);
assert((long long)(__builtin_bswap64(1))==72057594037927936);
assert((long long)(__builtin_isinf_sign(-__builtin_inf()))==-1);
assert((long long)(__builtin_isnan(__builtin_nan("")))==1);
assert((long long)(__builtin_signbit(-0.0)!=0)==1);
assert((long long)(__builtin_fpclassify(1,2,3,4,5,0.0))==5);
assert((long long)(__builtin_isgreater(1.0,__builtin_nan("")))==0);
assert((long long)(__builtin_isunordered(1.0,__builtin_nan("")))==1);
assert((long long)(__builtin_abs(-3))==3);
assert((long long)(__builtin_mul_overflow_p(100000,100000,(int)0))==1);
assert((long long)(__builtin_add_overflow_p(1u,-1,(int)0))==0);
assert((long long)(({int r; __builtin_sub_overflow(1u,2u,&r);}))==0);
assert((long long)(({char r; __builtin_add_overflow(100,100,&r);}))==1);
assert((long long)(({unsigned r; __builtin_sub_overflow(1,2,&r);}))==1);
assert((long long)(({_Bool q; unsigned char r; q=__builtin_mul_overflow(16,16,&r); q*1000+r;}))==1000);
assert((long long)(__builtin_choose_expr(1,7,"x"))==7);
assert((long long)(__builtin_expect(z==0,1))==1);
assert((long long)(__builtin_strlen("hello"))==5);
assert((long long)(__builtin_memcmp("a","b",1)<0)==1);
assert((long long)(__builtin_popcountll(-1LL))==64);
assert((long long)(__builtin_huge_val()>1e308)==1);
return 0;}
