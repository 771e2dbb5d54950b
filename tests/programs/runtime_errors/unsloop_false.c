// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
extern unsigned __VERIFIER_nondet_uint(void);
int main(void){
  int a[6]={1,2,3,4,5,6}; unsigned n=__VERIFIER_nondet_uint(); if(n>6) return 0;
  int s=0;
#if BAD
  for(unsigned i=n-1;i>=1;i--) s+=a[i];
#else
  for(unsigned i=n;i-->0;) s+=a[i];
#endif
  return s==1;
}
