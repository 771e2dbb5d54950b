// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
static int ev(unsigned n); static int od(unsigned n){ return n==0?0:ev(n-1);} static int ev(unsigned n){ return n==0?1:od(n-1);}
extern unsigned __VERIFIER_nondet_uint(void);
int main(void){ unsigned n=__VERIFIER_nondet_uint(); if(n>20) return 0; 
 assert(ev(n)==(n%2==0 && n!=18)); 
 return 0;}
