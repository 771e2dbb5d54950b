// EXPECT: FALSE
// COMMAND: whet verify
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(void){ int n=0; while(1){ int x=__VERIFIER_nondet_int(); if(x==n*7+3) n++; else if(x==12345) n=0; if(n==4) reach_error(); } }
