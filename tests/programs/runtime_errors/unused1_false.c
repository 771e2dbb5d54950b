// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
extern int __VERIFIER_nondet_int(void);
int main(void){
  int a=__VERIFIER_nondet_int(),b=__VERIFIER_nondet_int();
#if BAD
  (void)(a+b);
  a*b;
#else
  (void)((unsigned)a+b);
#endif
  return 0;
}
