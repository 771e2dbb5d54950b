// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
extern int __VERIFIER_nondet_int(void);
static int parse(int x,int*out){ if(x<0) return -1; *out=x; return 0; }
int main(void){
  int v;
  int rc=parse(__VERIFIER_nondet_int(),&v);
#if BAD
  (void)rc;
#else
  if(rc) return 1;
#endif
  if(v==7) return 2;
  return 0;
}
