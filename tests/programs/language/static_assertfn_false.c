// EXPECT: FALSE
// COMMAND: whet verify
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
void assume(int c){ if(!c) for(;;); }
int main(void){ int x=__VERIFIER_nondet_int(); assume(x>5); if(x*x==49 && x < 1000) reach_error(); return 0; }
