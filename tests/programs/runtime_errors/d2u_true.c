// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
extern int __VERIFIER_nondet_int(void);
int main(void){
  int a=__VERIFIER_nondet_int();
  if(a<-10||a>1000) return 0;
  double d=a/10.0;
#if BAD
  unsigned char c=(unsigned char)(d-0.5);
#else
  if(d<0||d>255) return 0;
  unsigned char c=(unsigned char)d;
#endif
  return c==4;
}
