// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned map[4];
static void set(unsigned i){ map[i>>5]|=1u<<(i&31); }
int main(void){ unsigned i=__VERIFIER_nondet_uint();
#if BAD
 if(i<=128) set(i);
#else
 if(i<128) set(i);
#endif
 return map[0]==3; }
