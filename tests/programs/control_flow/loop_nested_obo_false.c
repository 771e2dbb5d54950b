// EXPECT: FALSE
// COMMAND: whet verify
extern unsigned __VERIFIER_nondet_uint(void);
int main(void){ int a[6][6]; unsigned n=__VERIFIER_nondet_uint(); if(n>6) return 0; for(unsigned i=0;i<n;i++) for(unsigned j=0;j<n;j++) a[i][j]=i*j; int s=0; for(unsigned i=0;i<n;i++) for(unsigned j=0;
 j<=i+1
 ;j++) s+=a[i][j]; return s>1000;}
