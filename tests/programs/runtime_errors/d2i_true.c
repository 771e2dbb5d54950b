// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
extern int __VERIFIER_nondet_int(void);
int main(void){
  int a=__VERIFIER_nondet_int();
  double d=a*2.5;
#if BAD
  int r=(int)d;
#else
  long r=(long)d;
#endif
  return r==5;
}
