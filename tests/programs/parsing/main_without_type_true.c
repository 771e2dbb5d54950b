// EXPECT: TRUE
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
main(){ return 0; reach_error(); }
