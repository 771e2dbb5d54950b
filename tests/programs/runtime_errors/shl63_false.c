// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
extern int __VERIFIER_nondet_int(void);
int main(void){
  int n=__VERIFIER_nondet_int();
  if(n<0||n>63) return 0;
#if BAD
  unsigned long m=1<<n;
#else
  unsigned long m=1UL<<n;
#endif
  return m==8;
}
