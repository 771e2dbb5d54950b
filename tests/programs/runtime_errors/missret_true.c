// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
extern int __VERIFIER_nondet_int(void);
static int sgn(int x){
  if(x>0) return 1;
  else if(x<0) return -1;
#if !BAD
  else return 0;
#endif
}
int main(void){ int r=sgn(__VERIFIER_nondet_int()); if(r==5) return 1; return 0; }
