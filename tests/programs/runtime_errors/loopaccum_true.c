// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
extern int __VERIFIER_nondet_int(void);
int main(void){
  int n=__VERIFIER_nondet_int(); if(n<0||n>70000) return 0;
#if BAD
  int s=0;
#else
  long s=0;
#endif
  for(int i=0;i<n;i++) s+=i;
  return s==5;
}
