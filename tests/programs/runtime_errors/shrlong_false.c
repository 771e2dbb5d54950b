// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
extern int __VERIFIER_nondet_int(void);
int main(void){
  unsigned char n=(unsigned char)__VERIFIER_nondet_int(); unsigned long x=~0ul;
#if BAD
  if(n<=64) x>>=n;
#else
  if(n<64) x>>=n;
#endif
  return x==1;
}
