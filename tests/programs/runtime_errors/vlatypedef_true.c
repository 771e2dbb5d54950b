// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
extern int __VERIFIER_nondet_int(void);
int main(void){
  int n=3; typedef int T[n]; n=6; T a;
#if BAD
  for(int i=0;i<n;i++) a[i]=0;
#else
  for(int i=0;i<3;i++) a[i]=0;
#endif
  return sizeof a==24;
}
