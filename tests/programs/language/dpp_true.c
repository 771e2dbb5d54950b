// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#if '\377' < 0
int a=1;
#else
int a=0;
#endif
#if (2 || 1/0) && 0x7fffffffffffffff + 1 < 0
int b=1;
#else
int b=0;
#endif
#define E(...) sizeof(#__VA_ARGS__)
#define V(f, ...) f(0, ##__VA_ARGS__)
#define W(f, ...) f(0 __VA_OPT__(,) __VA_ARGS__)
int cnt(int a, ...) { return a; }
#define X X+1
int X0 = 3;
#define HASH(x) #x
#define CONC(a,b) a ## b
#ifdef __SSE2__
int sse=1;
#else
int sse=0;
#endif
#if __has_include(<stdio.h>) && !__has_include(<nonono.h>)
int hi=1;
#else
int hi=0;
#endif
#if 'ab' == 24930
int mc=1;
#else
int mc=0;
#endif
#ifdef __STDC_IEC_559__
int iec=1;
#else
int iec=0;
#endif

int main(void){
assert((long long)(a)==1);
assert((long long)(b)==1);
assert((long long)(E())==1);
assert((long long)(E(a , b))==6);
assert((long long)(E( "x\n" ))==6);
assert((long long)(V(cnt))==0);
assert((long long)(W(cnt))==0);
assert((long long)(W(cnt,1))==0);
assert((long long)(CONC(X,0))==3);
assert((long long)(sizeof(HASH(  a   b  )))==4);
assert((long long)(sizeof(HASH('"')))==4);
assert((long long)(sse)==1);
assert((long long)(hi)==1);
assert((long long)(mc)==1);
assert((long long)(iec)==1);
assert((long long)(__STDC_HOSTED__)==1);
assert((long long)(__GNUC_STDC_INLINE__)==1);
assert((long long)(sizeof(__FILE__) > 3)==1);
assert((long long)(__FLT_EVAL_METHOD__)==0);
assert((long long)(__SIZEOF_WCHAR_T__)==4);
assert((long long)(__BIGGEST_ALIGNMENT__)==16);
assert((long long)(__SIZEOF_LONG_DOUBLE__)==16);
assert((long long)(__DBL_DIG__)==15);
assert((long long)(__GNUC_PATCHLEVEL__)==0);
return 0;}
