// EXPECT: TRUE
// COMMAND: whet verify
extern unsigned __VERIFIER_nondet_uint(void);
int main(void){ unsigned n=__VERIFIER_nondet_uint(); int s=0; 
 if(n>65535) return 0; 
 for(unsigned i=0;i<n;i++) s+=i; return s<0;}
