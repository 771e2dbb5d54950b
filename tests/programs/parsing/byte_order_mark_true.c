// EXPECT: TRUE
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(){ return 0; reach_error(); }
