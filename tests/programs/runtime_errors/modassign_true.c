// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
extern long __VERIFIER_nondet_long(void);
int main(void){
  long a=__VERIFIER_nondet_long(); int b=(int)__VERIFIER_nondet_long();
#if BAD
  if(b!=0) a%=b;
#else
  if(b>0) a%=b;
#endif
  return a==3;
}
