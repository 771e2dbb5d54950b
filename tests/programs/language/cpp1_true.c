// EXPECT: TRUE
// COMMAND: whet verify
#line 1
#include <assert.h>
#define STR(x) #x
#define XSTR(x) STR(x)
#define F(...) sizeof((int[]){__VA_ARGS__})/sizeof(int)
#if -1 > 0u
int a=1;
#else
int a=2;
#endif
#ifdef __clang__
int c=1;
#else
int c=0;
#endif
int main(void){ assert(a==1); assert(c==0); assert(__GNUC__==12); assert(F(1,2,3)==3); assert(sizeof(XSTR(a+1))==4); assert(__LINE__==15); assert(__STDC_VERSION__==201710L); assert(__COUNTER__==0 && __COUNTER__==1); assert(__CHAR_BIT__==8); 
#line 100
assert(__LINE__==100);
return 0; }
