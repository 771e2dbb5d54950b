// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void){
  unsigned char b[4]; for(int i=0;i<4;i++) b[i]=__VERIFIER_nondet_uchar();
#if BAD
  unsigned v=b[0]|b[1]<<8|b[2]<<16|b[3]<<24;
#else
  unsigned v=b[0]|b[1]<<8|b[2]<<16|(unsigned)b[3]<<24;
#endif
  return v==0x12345678u;
}
