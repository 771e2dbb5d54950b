// EXPECT: FALSE
// COMMAND: whet verify
extern unsigned __VERIFIER_nondet_uint(void);
int main(void){ unsigned x=__VERIFIER_nondet_uint(); x&=x<<16; return __builtin_clzll((unsigned long long)(x>>31))==5; }
