// EXPECT: FALSE
// COMMAND: whet verify
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void){ int a[8]; unsigned n=__VERIFIER_nondet_uint()%9; for(unsigned i=0;i<n;i++) a[i]=i; int s=0; 
 for(unsigned i=0;i<8;i++) s+=a[i]; 
 return s>99;}
