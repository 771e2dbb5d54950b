// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
extern int __VERIFIER_nondet_int(void);
static struct { int n; char s[]; } x={4,"abc"};
int main(void){
  int k=__VERIFIER_nondet_int();
#if BAD
  if(k<0||k>4) return 0;
#else
  if(k<0||k>=4) return 0;
#endif
  return x.s[k];
}
