// EXPECT: TRUE
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(){ char*s="??="; if(!(s[0]=='?')) reach_error(); return 0; }
