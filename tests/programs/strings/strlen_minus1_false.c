// EXPECT: FALSE
// COMMAND: whet verify
#include <string.h>
extern char __VERIFIER_nondet_char(void);
int main(void){ char b[4]; b[0]=__VERIFIER_nondet_char(); b[1]=__VERIFIER_nondet_char(); b[2]=0;b[3]=0; int n=0;
 for(size_t i=0;i<strlen(b)-1;i++) n+=b[i];
 return n>1000; }
