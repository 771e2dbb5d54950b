// EXPECT: TRUE
// COMMAND: whet verify
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void){ unsigned char c=__VERIFIER_nondet_uchar(); int x=(c&127)<<24; unsigned y=(unsigned)c<<24; return x+y==5; }
