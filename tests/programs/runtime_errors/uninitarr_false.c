// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
extern int __VERIFIER_nondet_int(void);
int main(void){
  int h[8]; int n=__VERIFIER_nondet_int();
  if(n<0||n>8) return 0;
  for(int i=0;i<n;i++) h[i]=0;
#if BAD
  for(int i=0;i<8;i++) if(h[i]>3) return 1;
#else
  for(int i=0;i<n;i++) if(h[i]>3) return 1;
#endif
  return 0;
}
