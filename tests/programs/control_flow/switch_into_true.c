// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void){ int k=__VERIFIER_nondet_int(); int r=0;
 switch(k){ int x; 
 case 1: x=4; r=x; break; 
 case 2: 
 x=6;
 r=x; break; default: for(r=0;r<3;r++){ case 7: r+=10; } assert(r>=3); }
 return r==99;}
