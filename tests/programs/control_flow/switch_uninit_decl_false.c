// EXPECT: FALSE
// COMMAND: whet verify
extern int __VERIFIER_nondet_int(void);
int main(void){ switch(__VERIFIER_nondet_int()){ int x=9; case 3: return x==1; } return 0;}
