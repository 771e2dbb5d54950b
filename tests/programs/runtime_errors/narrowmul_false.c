// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
extern int __VERIFIER_nondet_int(void);
int main(void){
  short s=(short)__VERIFIER_nondet_int();
  int big=__VERIFIER_nondet_int();
#if BAD
  s*=big;
#else
  s+=(short)big; s-=1; s*=s;
#endif
  return s==3;
}
