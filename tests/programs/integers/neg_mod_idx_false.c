// EXPECT: FALSE
// COMMAND: whet verify
extern int __VERIFIER_nondet_int(void);
int main(void){ static int t[8]; int a=__VERIFIER_nondet_int();
 t[a%8]=1;
 return 0; }
