// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
extern int __VERIFIER_nondet_int(void);
int main(void){
  int n=__VERIFIER_nondet_int();
#if BAD
  if(n<-2||n>10) return 0;
#else
  if(n<1||n>10) return 0;
#endif
  char a[n];
  for(int i=0;i<n;i++) a[i]=0;
  return sizeof a==77;
}
