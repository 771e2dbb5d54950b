// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
extern int __VERIFIER_nondet_int(void);
int main(void){
  int n=__VERIFIER_nondet_int(); if(n<0||n>62) return 0;
#if BAD
  long v=2L<<n;
#else
  long v=1L<<n;
#endif
  return v==8;
}
