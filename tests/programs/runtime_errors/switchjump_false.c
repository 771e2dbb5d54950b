// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
extern int __VERIFIER_nondet_int(void);
int main(void){
  int k=__VERIFIER_nondet_int();
  switch(k){
#if BAD
    int y=1;
    case 0: return y;
    case 1: y=2; return y;
#else
    int y;
    case 0: y=1; return y;
    case 1: y=2; return y;
#endif
  }
  return 0;
}
