// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
extern int __VERIFIER_nondet_int(void);
int main(void){
  int a=__VERIFIER_nondet_int(),b=__VERIFIER_nondet_int();
#if BAD
  if(a<0&&b<0) return a-b-(b<0?-b:b)==1;
#else
  if(a<0&&b<0) return a-b==1;
#endif
  return 0;
}
