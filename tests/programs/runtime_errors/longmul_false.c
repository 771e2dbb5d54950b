// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
extern int __VERIFIER_nondet_int(void);
int main(void){
  int w=__VERIFIER_nondet_int(),h=__VERIFIER_nondet_int();
  if(w<0||h<0||w>100000||h>100000) return 0;
#if BAD
  long area=w*h;
#else
  long area=(long)w*h;
#endif
  return area==12;
}
