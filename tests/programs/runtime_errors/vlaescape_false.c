// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
extern int __VERIFIER_nondet_int(void);
int main(void){
  int n=__VERIFIER_nondet_int(); if(n<1||n>4) return 0;
  int *p; int s=0;
  { int a[n]; for(int i=0;i<n;i++) a[i]=i; p=a; s=p[0]; }
#if BAD
  s+=p[0];
#endif
  return s;
}
