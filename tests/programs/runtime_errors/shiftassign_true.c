// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
extern int __VERIFIER_nondet_int(void);
int main(void){
  unsigned char c=1; int n=__VERIFIER_nondet_int();
#if BAD
  if(n<0||n>31) return 0;
#else
  if(n<0||n>30) return 0;
#endif
  c<<=n;
  return c==4;
}
