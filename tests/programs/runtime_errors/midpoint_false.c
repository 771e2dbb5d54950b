// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
extern int __VERIFIER_nondet_int(void);
int main(void){
  int lo=__VERIFIER_nondet_int(),hi=__VERIFIER_nondet_int();
  if(lo<0||hi<lo) return 0;
  int n=0;
  while(lo<hi && n<5){
#if BAD
    int m=(lo+hi)/2;
#else
    int m=lo+(hi-lo)/2;
#endif
    if(m%3) lo=m+1; else hi=m; n++;
  }
  return lo==9;
}
