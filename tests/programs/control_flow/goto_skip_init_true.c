// EXPECT: TRUE
// COMMAND: whet verify
extern int __VERIFIER_nondet_int(void);
int main(void){ int c=__VERIFIER_nondet_int(); if(c) goto in; 
 { int x=5; 
in: 
 x=3;
 return x==9; } }
