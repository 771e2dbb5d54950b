// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
extern int __VERIFIER_nondet_int(void);
int main(void){
  int k=__VERIFIER_nondet_int(), cost;
  switch(k&3){
    case 0: cost=1; break;
    case 1: cost=2; break;
    case 2: cost=3; break;
#if !BAD
    default: cost=0;
#endif
  }
  return cost>2;
}
