// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
extern int __VERIFIER_nondet_int(void);
int main(void){
  static char big[1<<20]; int i=__VERIFIER_nondet_int(), j=__VERIFIER_nondet_int();
  if(i<0||j<0||i>=1024||j>1024) return 0;
#if BAD
  big[i*1024+j]=1;
#else
  if(j<1024) big[i*1024+j]=1;
#endif
  return big[3];
}
