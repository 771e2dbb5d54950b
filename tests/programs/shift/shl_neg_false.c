// EXPECT: FALSE
// COMMAND: whet verify
extern int __VERIFIER_nondet_int(void);
int main(void){ int c=__VERIFIER_nondet_int(); if(c<-3||c>3) return 0; return (c<<1)==5; }
