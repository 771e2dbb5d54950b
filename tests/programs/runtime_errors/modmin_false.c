// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
extern int __VERIFIER_nondet_int(void);
int main(void){
  int a=__VERIFIER_nondet_int(), b=__VERIFIER_nondet_int();
  if(b==0) return 0;
#if !BAD
  if(b==-1) return 0;
#endif
  return (a%b)==3;
}
