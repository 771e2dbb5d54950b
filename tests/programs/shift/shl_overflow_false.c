// EXPECT: FALSE
// COMMAND: whet verify
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void){ unsigned char c=__VERIFIER_nondet_uchar(); int x=c<<24; return x==5; }
