// EXPECT: FALSE
// COMMAND: whet verify
extern int __VERIFIER_nondet_int(void);
int main(void){ int a=__VERIFIER_nondet_int(); int r=a%-1; return r; }
