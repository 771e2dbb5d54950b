// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned rotl(unsigned x,unsigned k){
#if BAD
  return (x<<k)|(x>>(32-k));
#else
  k&=31; return (x<<k)|(x>>((32-k)&31));
#endif
}
int main(void){ unsigned k=__VERIFIER_nondet_uint(); if(k>=32) return 0; return rotl(0xdeadbeef,k)==1; }
