// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int n; int side(void){ return n++; }
#define T(x) _Generic((x), char:1, signed char:2, unsigned char:3, short:4, int:5, unsigned:6, long:7, unsigned long:8, long long:9, float:10, double:11, long double:12, char*:13, const char*:14, void*:15, int(*)(void):16, default:99)
int main(void){ char c='a'; const int ci=1; assert(T(c)==1 && T('a')==5 && T(+c)==5 && T(ci)==5 && T(1u)==6 && T(1L)==7 && T(1LL)==9 && T(1.f)==10 && T(1.L)==12 && T("a")==13 && T((const char*)"a")==14 && T(side)==16 && T(side())==5 && n==0); assert(T(c+c)==5 && T((char)1)==1 && T(c<<1L)==5 && T(1?1:1L)==7 && T(sizeof 1)==8 && T(&c-&c)==7 && T((short)1)==4 && T(c=3)==1 && T(1.f*1)==10 && T(!1.0)==5 && T((0,c))==1||1); struct{int b:3; unsigned u:3;}s={0}; assert(T(s.b+0)==5 && T(s.u+0)==5); return 0;}
