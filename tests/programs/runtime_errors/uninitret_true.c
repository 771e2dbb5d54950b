// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
extern int __VERIFIER_nondet_int(void);
static int find(int k){ int r; for(int i=0;i<4;i++) if(i*i==k) r=i;
#if BAD
  return r; }
#else
  if(k==0||k==1||k==4||k==9) return r; return -1; }
#endif
int main(void){ return find(__VERIFIER_nondet_int())==2; }
