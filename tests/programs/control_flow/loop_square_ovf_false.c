// EXPECT: FALSE
// COMMAND: whet verify
extern int __VERIFIER_nondet_int(void);
int main(void){ int n=__VERIFIER_nondet_int(); if(n<0) return 0; for(int i=0;i*i<=n;i++) if(i>50000) return 1; return 0;}
