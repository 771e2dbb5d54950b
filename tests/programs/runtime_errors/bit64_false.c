// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
extern unsigned __VERIFIER_nondet_uint(void);
static int ctz(unsigned x){ int n=0;
#if BAD
 while(!(x&1u<<n)) n++;
#else
 if(!x) return 32; while(!(x&1u<<n)) n++;
#endif
 return n; }
int main(void){ return ctz(__VERIFIER_nondet_uint())==5; }
