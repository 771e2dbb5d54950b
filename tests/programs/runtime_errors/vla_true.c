// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
extern int __VERIFIER_nondet_int(void);
int main(void){
  int n=__VERIFIER_nondet_int();
  if(n<1||n>8) return 0;
  int a[n];
  for(int i=0;i<n;i++) a[i]=i*i;
  int k=__VERIFIER_nondet_int();
#if BAD
  if(k<0||k>n) return 0;
#else
  if(k<0||k>=n) return 0;
#endif
  return a[k];
}
