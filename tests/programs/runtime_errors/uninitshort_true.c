// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
extern int __VERIFIER_nondet_int(void);
int main(void){
  int a=__VERIFIER_nondet_int(), x;
#if BAD
  if(a>3 || (x=a)>-10) { if(x==1) return 1; }
#else
  if(a<=3 && (x=a)>-10) { if(x==1) return 1; }
#endif
  return 0;
}
